import Glibc
import TriptychDecoding
import TriptychWire

/// Reads one list at a time into the slot that is named.
struct ListWorker: Worker {
  func answer(
    _ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier
  ) {
    if case .free = request { return }
    if case .formats(let mark) = request { return replier.send(.words(mark, "XSPF")) }
    guard case .list(let mark, let slot) = request, let file = descriptors.first else {
      return replier.refuse(request)
    }
    do throws(Failure) {
      replier.send(try read(mark, SourceFile(file), slot, of: slots))
    } catch {
      replier.fail(mark, error)
    }
  }

  private func read(
    _ mark: JobMark, _ file: SourceFile, _ slot: UInt32, of slots: Slots
  ) throws(Failure) -> Reply {
    guard let room = slots.bytes(of: slot) else {
      throw Failure(.badRequest, "there is no slot \(slot)")
    }
    guard let reader = XSPFReader(into: room) else {
      throw Failure(.noMemory, "no memory for the list")
    }
    return .list(mark, slot: slot, bytes: UInt64(try reader.read(file)))
  }
}

/// The program `triptych-decode-list list`, started by the player with a channel as descriptor 3.
public func runListProgram() -> Never {
  let kind = CommandLine.argc == 2 ? CommandLine.unsafeArgv[1].map { String(cString: $0) } : nil
  guard kind == "list" else {
    let usage = "usage: triptych-decode-list list (started by triptych)\n"
    _ = write(STDERR_FILENO, usage, usage.utf8.count)
    leave(.badUsage)
  }
  serve(ListWorker(), in: .list)
}
