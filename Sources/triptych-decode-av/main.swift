import TriptychFilms

runFilmProgram(arguments: CommandLine.arguments)
