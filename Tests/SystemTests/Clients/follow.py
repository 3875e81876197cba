"""Prints the orientation as it is, and again at every change. Needs `pip install varlink`."""
import os
import varlink

socket = os.environ.get("PLUMBD_SOCKET", "/run/plumbd/plumbd.sock")
with varlink.Client("unix:" + socket) as client:
    with client.open("org.plumbd.Rotation", namespaced=True) as rotation:
        for reply in rotation.Monitor(_more=True):
            print(reply.state.interface, reply.state.angle, flush=True)
