import TriptychWire

// What is wrong with an order before any worker sees it. The workers' codec refuses the same, but
// there it would cost the worker.

extension Desk.Work {
  var trouble: String? {
    switch self {
    case .picture(let request, let beside):
      request.trouble ?? beside.flatMap(\.subject.trouble)
    case .stored(let request, let subject): request.trouble ?? subject.trouble
    case .text(let request): request.trouble
    case .facts: nil
    case .png(let picture, let labels):
      if max(picture.width, picture.height) > Int(WireLimit.side) {
        "too many pixels"
      } else {
        labels.trouble
      }
    }
  }
}

extension Desk.Film {
  var trouble: String? {
    if let trouble = request.trouble { return trouble }
    if beside.count != tracks.beside.count || beside.count > WireLimit.filesBeside {
      return "\(beside.count) files beside it"
    }
    if start > WireLimit.time || end > WireLimit.time { return "a time beyond all films" }
    return end == -1 || end > start ? nil : "the film would end before it starts"
  }
}

extension ThumbnailSubject {
  fileprivate var trouble: String? { canBeTold ? nil : "no address" }
}

extension [Label] {
  fileprivate var trouble: String? {
    guard count <= Int(WireLimit.labels), allSatisfy(\.isWritable) else { return "no labels" }
    // One path may be long; a message holds no two of them.
    let bytes = reduce(0) { $0 + $1.key.utf8.count + $1.text.utf8.count }
    return bytes <= 2 * WireLimit.labelBytes ? nil : "labels of \(bytes) bytes"
  }
}

extension PixelRequest {
  fileprivate var trouble: String? {
    let side = 1...WireLimit.side
    guard side.contains(cellWidth), side.contains(cellHeight) else {
      return "a cell of \(cellWidth) × \(cellHeight) pixels"
    }
    guard WireLimit.scale.contains(scale) else { return "a scale of \(scale) thousandths" }
    guard turns < 4 else { return "\(turns) quarter turns" }
    if let region, !region.isProper { return "a part that no picture has" }
    return background <= 0xFF_FFFF ? nil : "no colour"
  }
}

extension PixelRegion {
  fileprivate var isProper: Bool {
    let most = UInt64(WireLimit.sourceSide)
    return width > 0 && height > 0 && UInt64(x) + UInt64(width) <= most
      && UInt64(y) + UInt64(height) <= most
  }
}

extension TextRequest {
  fileprivate var trouble: String? {
    guard WireLimit.letterSize.contains(size) else { return "letters of \(size) pixels" }
    guard (1...WireLimit.side).contains(maxWidth) else { return "lines of \(maxWidth) pixels" }
    return color <= 0xFF_FFFF ? nil : "no colour"
  }
}
