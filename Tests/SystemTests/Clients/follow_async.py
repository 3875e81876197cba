"""The package `asyncvarlink`: info, a change of the pose while the state is followed, and an error; lines of JSON."""
import asyncio
import json
import os
from asyncvarlink import VarlinkClientProtocol, VarlinkErrorReply, VarlinkMethodCall, connect_unix_varlink
from asyncvarlink.serviceinterface import VarlinkServiceInterface


async def connect():
    return await connect_unix_varlink(VarlinkClientProtocol, os.environ["PLUMBD_SOCKET"])


async def main():
    calling, caller = await connect()
    info = await caller.make_proxy(VarlinkServiceInterface).GetInfo()
    print(json.dumps({"interfaces": info["interfaces"]}))
    following, follower = await connect()
    turned = False
    async for reply, _ in follower.call_more(VarlinkMethodCall("org.plumbd.Rotation.Monitor", {}, more=True)):
        state = reply.parameters["state"]
        if state["device"] == "portrait" and not turned:
            turned = True
            pose = VarlinkMethodCall("org.plumbd.Mock.SetPose", {"device": "landscapeRight"})
            await caller.call(pose)
        if state["interface"] == "landscapeLeft":
            print(json.dumps({"interface": state["interface"], "continues": reply.continues}))
            break
    reply, _ = await caller.call(VarlinkMethodCall("org.plumbd.Rotation.Activate", {"token": "none", "window": "w"}))
    print(json.dumps({"error": reply.error}))
    calling.close()
    following.close()


asyncio.run(main())
