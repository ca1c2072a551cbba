import TriptychCore
import TriptychFiles
import TriptychMedia

/// Reads playlists in XML with the workers of the running program.
public func markupReader() -> ListMarkupReader {
  let reader = WorkerPrograms.ofRunningProgram().map { MarkupReader(programs: $0) }
  return { descriptor in
    guard let reader else { return .failure(ListMarkupError("the program cannot find itself")) }
    do throws(MediaError) {
      return .success(try reader.read(descriptor))
    } catch {
      return .failure(ListMarkupError(error.words))
    }
  }
}

/// Looks when pictures were taken with the workers of the running program; nil without /proc.
func dateBook() -> DateBook? {
  guard let programs = WorkerPrograms.ofRunningProgram() else { return nil }
  let reader = DateReader(programs: programs)
  return DateBook(read: { reader.taken($0) }, rest: { reader.rest() })
}

extension ProgramSettings {
  /// What the command line names, for the loader.
  var listRequest: ListRequest {
    let arguments = paths.map { path -> ListArgument in
      if path.isStandardInput { return .standardInput(separatedByNUL: nulSeparated) }
      return path.isPlaylist ? .playlist(path.bytes) : .path(path.bytes)
    }
    var request = ListRequest(
      arguments, order: order, waitsForEnd: show.shuffle || !startsByNumber)
    request.readMarkup = markupReader()
    if order == .date { request.dates = dateBook() }
    request.fallbacks = fallbacks
    return request
  }

  /// The same for a show that goes on when the list changes.
  var watchedRequest: ListRequest {
    var request = listRequest
    request.watches = watch
    return request
  }

  private var startsByNumber: Bool {
    if case .number = startAt { true } else { false }
  }

  /// The show's values for a list: where it starts is known only now. nil: the list may still
  /// grow to hold that item.
  func showSettings(for list: ItemList) -> ShowSettings? {
    var settings = show
    switch startAt {
    case .number(let number):
      guard number <= list.count || list.isComplete else { return nil }
      settings.startAt = max(0, min(number, list.count) - 1)
    case .name(let name):
      guard let item = list.item(named: name) else { return list.isComplete ? settings : nil }
      settings.startAt = item
    }
    return settings
  }
}

extension ProgramSettings {
  /// What is asked for and comes to nothing, whatever the list.
  var uselessWishes: [String] {
    idleGoto != nil && idleReset == nil
      ? ["--idle-goto does nothing without --idle-reset SECONDS"] : []
  }

  /// What is wrong with the items that options name, for a complete list.
  func problems(in list: ItemList) -> [String] {
    [startProblem(in: list), idleProblem(in: list)].compactMap(\.self)
  }

  private func idleProblem(in list: ItemList) -> String? {
    guard let idleGoto, idleReset != nil, list.number(of: idleGoto) == nil else { return nil }
    switch idleGoto {
    case .number(let number): return "--idle-goto \(number): the list has \(list.count) items"
    case .name(let name): return "--idle-goto \(String(escaping: name)): no item has that name"
    }
  }

  private func startProblem(in list: ItemList) -> String? {
    switch startAt {
    case .number(let number) where number > list.count:
      return "--start-at \(number): the list has \(list.count) items; it begins with the last"
    case .name(let name) where list.item(named: name) == nil:
      return "--start-at \(String(escaping: name)): no item has that name; it begins with the first"
    default: return nil
    }
  }
}

extension ItemList {
  /// The first item that the list gives that name; else whose location is `name` or ends in it as
  /// a file name or path.
  func item(named name: [UInt8]) -> Int? {
    let slashed = [UInt8(ascii: "/")] + name
    let own = entries.indices.first { item in
      entries[item].options >= 0 && options(item).name?.utf8.elementsEqual(name) == true
    }
    return own
      ?? (0..<count).first { item in
        let location = location(item)
        return location == name || location.suffix(slashed.count).elementsEqual(slashed)
      }
  }

  /// The last component of the location.
  func fileName(_ item: Int) -> [UInt8] {
    let location = location(item)
    return location.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? location
  }
}
