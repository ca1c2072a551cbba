import Glibc
import TriptychApp

exit(runProgram(arguments: programArguments(), environment: .ofProcess()))
