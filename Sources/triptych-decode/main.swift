import TriptychPictures

runPictureProgram()
