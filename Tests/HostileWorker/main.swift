import Glibc
import TriptychWire

// A worker for tests that does what the file of its job says: the name of a lie, or `good`.
// How it was called decides how it starts.

let name = String(cString: CommandLine.unsafeArgv[0] ?? strdup(""))
signal(SIGPIPE, SIG_IGN)
let worker = Hostile(channel: Channel(owning: 3))
if name.hasSuffix("dies-at-start") { _exit(7) }
if name.hasSuffix("speaks-early") {
  worker.say(.progress(JobMark(job: 1, generation: 0)))
}
if !name.hasSuffix("never-ready") { worker.say(.ready(layers: 0)) }
worker.run()
