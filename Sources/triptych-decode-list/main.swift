import TriptychLists

runListProgram()
