/// The rows that stand in playlists only.
extension Option {
  static let itemOnly = [title, caption, name, rotate, start, end, repetitions]

  static let title = Option(
    "title", .item, .text("TEXT"), in: .item, "what the item is called",
    "Stands before the title of #EXTINF.",
    set: { _, _ in }, item: { $1.title = $0 })

  static let caption = Option(
    "caption", .item, .text("TEXT"), in: .item, "more about the item",
    "Shown behind the title in the line about the item (key I).",
    set: { _, _ in }, item: { $1.caption = $0 })

  static let name = Option(
    "name", .item, .text("NAME"), in: .item, "a name by which the item can be reached",
    "For --start-at NAME; it comes before names of files.",
    set: { _, _ in }, item: { $1.name = $0 })

  static let rotate = Option(
    "rotate", .item, .choice("DEGREES") as ArgumentForm<Rotation>, in: .item,
    "turn the picture or film clockwise: 0, 90, 180 or 270",
    "Comes on top of the orientation that the file itself gives.",
    set: { _, _ in }, item: { $1.rotation = $0 }
  ).by(note: "0")

  static let start = Option(
    "start", .item, .seconds(from: "0", to: "366d"), in: .item, "where the film starts",
    "Film time, from its beginning.",
    set: { _, _ in }, item: { $1.start = $0 }
  ).by(note: "its beginning")

  static let end = Option(
    "end", .item, .seconds(from: "0", to: "366d"), in: .item, "where the film ends",
    "Film time, from its beginning.",
    set: { _, _ in }, item: { $1.end = $0 }
  ).by(note: "its end")

  static let repetitions = Option(
    "repeat", .item, .integer("N", 1...1000), in: .item,
    "how often the film plays before the show goes on",
    "From start to end each time. duration= counts before it.",
    set: { _, _ in }, item: { $1.repetitions = $0 }
  ).by(note: "1")
}
