import Glibc
import TriptychDecoding
import TriptychWire

/// The program `triptych-decode KIND`: the picture worker itself; for other kinds it becomes the
/// program beside it that has their libraries. Started by the player, with a channel as
/// descriptor 3; without a known kind it prints its usage and ends with code 2.
public func runPictureProgram() -> Never {
  let kind = CommandLine.argc == 2 ? CommandLine.unsafeArgv[1].map { String(cString: $0) } : nil
  switch kind {
  case "picture": serve(PictureWorker(), in: .picture)
  case "heif": become("triptych-decode-heif")
  case "text": become("triptych-decode-text")
  case "video", "encode": become("triptych-decode-av")
  default: explain("usage: triptych-decode picture|heif|video|encode|text (started by triptych)\n")
  }
}

/// Replaces this program by its sibling, with the same arguments.
private func become(_ sibling: String) -> Never {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count - sibling.utf8.count - 2)
  guard count > 0, let slash = path[..<count].lastIndex(of: 47) else {
    explain("triptych-decode: its own place is not known\n")
  }
  let program = Array(path[...slash]) + Array(sibling.utf8CString)
  _ = execv(program, CommandLine.unsafeArgv)
  explain("triptych-decode: \(sibling) is not beside it\n")
}

private func explain(_ words: String) -> Never {
  _ = write(STDERR_FILENO, words, words.utf8.count)
  leave(.badUsage)
}
