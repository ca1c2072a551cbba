import CPango
import Glibc
import TriptychDecoding
import TriptychWire

/// Sets texts. Made after the folders are closed but before the process is locked: fontconfig
/// reads its configuration and Pango starts its threads here.
final class TextWorker: Worker {
  private let context: OpaquePointer?
  private let familyCount: Int
  private var hasFonts: Bool { familyCount > 0 }

  init() {
    let fonts = pango_cairo_font_map_get_default()
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    if let fonts { pango_font_map_list_families(fonts, &families, &count) }
    g_free(families)
    familyCount = Int(count)
    context = fonts.flatMap { pango_font_map_create_context($0) }
    if count > 0 { warmUp() }
  }

  deinit {
    if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
  }

  /// Sets a little of some scripts, so that their fonts are known.
  private func warmUp() {
    let text = "Aa Яя Ωω אב ابت あ中 한 ไทย ✓ 🙂"
    let request = TextRequest(text: text, size: 24, color: 0, maxWidth: 1024, centered: false)
    guard let context, let layout = TextLayout(request, with: context) else { return }
    let stride = SlotLayout.stride(width: layout.width)
    let room = UnsafeMutableRawPointer.allocate(byteCount: stride * layout.height, alignment: 64)
    defer { room.deallocate() }
    room.initializeMemory(as: UInt8.self, repeating: 0, count: stride * layout.height)
    _ = layout.draw(into: room, stride: stride, color: 0)
  }

  func answer(
    _ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier
  ) {
    if case .free = request { return }
    if case .formats(let mark) = request { return replier.send(.words(mark, fontWords)) }
    guard case .text(let mark, let slot, let text) = request else {
      return replier.refuse(request)
    }
    do throws(Failure) {
      replier.send(try set(mark, text, slot, of: slots, by: replier))
    } catch {
      replier.fail(mark, error)
    }
  }

  /// How many fonts there are, and which one is taken; words with `no font` where there is none.
  private var fontWords: String {
    guard hasFonts else { return "no font is installed" }
    var words = "\(familyCount) font " + (familyCount == 1 ? "family" : "families")
    guard let context, let wish = pango_font_description_from_string("sans-serif") else {
      return words
    }
    defer { pango_font_description_free(wish) }
    guard let font = pango_context_load_font(context, wish),
      let description = pango_font_describe(font)
    else { return words }
    defer {
      pango_font_description_free(description)
      g_object_unref(UnsafeMutableRawPointer(font))
    }
    if let name = pango_font_description_get_family(description) {
      words += ", texts are set in \(String(cString: name))"
    }
    return words
  }

  private func set(
    _ mark: JobMark, _ text: TextRequest, _ slot: UInt32, of slots: Slots, by replier: Replier
  ) throws(Failure) -> Reply {
    guard hasFonts else { throw Failure(.unsupported, "no font is installed") }
    guard let context, let layout = TextLayout(text, with: context) else {
      throw Failure(.noMemory, "no memory for the text")
    }
    let missing = layout.missing
    if !missing.isEmpty { replier.send(.missing(mark, missing)) }
    let area = try slots.area(of: slot, width: layout.width, height: layout.height)
    memset(area.base, 0, area.stride * area.height)
    guard layout.draw(into: area.base, stride: area.stride, color: text.color) else {
      throw Failure(.noMemory, "the text could not be drawn")
    }
    return .picture(
      mark, area.image(isOpaque: false), sourceWidth: UInt32(layout.width),
      sourceHeight: UInt32(layout.height))
  }
}

/// The program `triptych-decode-text text`, started by the player with a channel as
/// descriptor 3.
public func runTextProgram() -> Never {
  let kind = CommandLine.argc == 2 ? CommandLine.unsafeArgv[1].map { String(cString: $0) } : nil
  guard kind == "text" else {
    let usage = "usage: triptych-decode-text text (started by triptych)\n"
    _ = write(STDERR_FILENO, usage, usage.utf8.count)
    leave(.badUsage)
  }
  let sandbox = Sandbox.text
  sandbox.closeFolders()
  serve(TextWorker(), in: sandbox)
}
