print("dicehall")
