import TriptychText

runTextProgram()
