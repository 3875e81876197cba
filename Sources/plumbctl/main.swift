print("plumbctl")
