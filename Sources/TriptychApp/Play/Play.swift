import TriptychCore

/// Plays the show on the display.
func runPlay(settings: ProgramSettings, log: Log) -> Int32 {
  log.atStart(.error, "playing is not built yet")
  return ExitCode.usage
}

/// Renders the show to pictures.
func runRender(settings: ProgramSettings, log: Log) -> Int32 {
  log.atStart(.error, "rendering is not built yet")
  return ExitCode.usage
}
