import TriptychHEIF

runHEIFProgram()
