import TriptychCore
import TriptychMedia
import TriptychStage

/// What is told of the current item when somebody asks.
extension PlayLoop {
  /// A line each: what it is, where it stands, and what its file and camera say.
  var information: [String] {
    let (show, gallery) = (performance.show, performance.gallery)
    let (item, list) = (show.current, gallery.list)
    if show.isVacant { return [words[.nothingNow]] }
    guard list.entries.indices.contains(item) else {
      return [list.count == 0 ? words[.listEmpty] : words[.itemGone]]
    }
    let options = list.options(item)
    let name = String(escaping: gallery.places.name(item, of: list))
    let title = options.title ?? list.title(item).map { String(escaping: $0) }
    var about = Information(title: title, caption: options.caption, name: name)
    about.position = "\(item + 1) / \(list.count)"
    about.size = show.sourceSize(of: item)
    about.facts = gallery.facts.facts(item, of: list) ?? PictureFacts()
    // Visitors are not asked to understand it.
    let isKiosk = performance.settings.show.kiosk
    return about.lines + (isKiosk ? [] : [performance.proving.words(at: MonotonicClock.now)])
  }
}

/// All that is known of an item.
struct Information {
  var title: String?
  var caption: String?
  var name: String
  var position = ""
  /// Pixels.
  var size: Size?
  var facts = PictureFacts()

  init(title: String?, caption: String?, name: String) {
    (self.title, self.caption, self.name) = (title, caption, name)
  }

  /// Without empty ones, and nothing twice.
  var lines: [String] {
    var place = [position]
    if title.map({ $0 != name }) ?? false { place.append(name) }
    if let size { place.append("\(Int(size.width)) × \(Int(size.height))") }
    let lines = [
      title ?? name, caption ?? "", place.joined(separator: "   "), facts.taken, facts.camera,
      facts.exposure, facts.placeName, facts.place,
    ]
    return lines.filter { !$0.isEmpty }
  }
}
