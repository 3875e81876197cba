"""An application in Python: in front with a landscape window, then with one that no mask allows; and a wrong call."""
import json
import os
import varlink


def failure(call, *arguments):
    try:
        call(*arguments)
    except varlink.VarlinkError as error:
        print(json.dumps({"error": error.error(), "parameters": error.parameters()}))


with varlink.Client("unix:" + os.environ["PLUMBD_SOCKET"]) as client:
    with client.open("org.plumbd.Rotation") as rotation:
        token = rotation.Register({"id": "org.example.python", "supported": ["landscape"]})["token"]
        rotation.SetWindow(token, "main", {"id": "root"}, None)
        print(json.dumps(rotation.Activate(token, "main")))
        failure(rotation.SetWindow, token, "main", {"id": "other", "supported": ["portrait"]}, None)
        failure(rotation.CloseWindow, token, "none")
        failure(rotation.Lock, "sideways")
