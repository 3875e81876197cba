print("plumbd")
