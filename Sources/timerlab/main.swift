print("timerlab")
