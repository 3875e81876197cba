"""What the package `varlink` makes of the service at $PLUMBD_SOCKET, one JSON object a line."""
import json
import os
import varlink
from varlink.scanner import _Error, _Method


def names(interface, kind):
    return sorted(name for name, member in interface.members.items() if isinstance(member, kind))


with varlink.Client("unix:" + os.environ["PLUMBD_SOCKET"]) as client:
    with client.open("org.varlink.service") as service:
        print(json.dumps({"info": service.GetInfo()}))
    for name in client.get_interfaces():
        interface = client.get_interface(name)
        print(json.dumps({"interface": name, "methods": names(interface, _Method), "errors": names(interface, _Error)}))
