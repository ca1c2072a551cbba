import CPango
import TriptychWire

/// A text set by Pango, with one owner. Shaping, fallback fonts and direction are Pango's.
struct TextLayout: ~Copyable {
  private let raw: OpaquePointer
  /// What is drawn or takes room, pixels from the layout's origin; no more than was asked for:
  /// letters may hang over the width.
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  /// nil if there is no memory for it.
  init?(_ request: TextRequest, with context: OpaquePointer) {
    guard let raw = pango_layout_new(context) else { return nil }
    pango_layout_set_text(raw, request.text, Int32(clamping: request.text.utf8.count))
    if let font = pango_font_description_from_string("sans-serif") {
      // Absolute: pixels, whatever the resolution is said to be.
      pango_font_description_set_absolute_size(font, Double(request.size) * Self.unit)
      pango_layout_set_font_description(raw, font)
      pango_font_description_free(font)
    }
    pango_layout_set_width(raw, Int32(request.maxWidth) * Int32(Self.unit))
    pango_layout_set_wrap(raw, PANGO_WRAP_WORD_CHAR)
    // "Left" means the side where the script of each paragraph starts.
    pango_layout_set_auto_dir(raw, 1)
    pango_layout_set_alignment(raw, request.centered ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    if request.lines > 0 {
      // Minus so many lines; of one paragraph, or they would count for each.
      pango_layout_set_single_paragraph_mode(raw, 1)
      pango_layout_set_height(raw, -Int32(request.lines))
      pango_layout_set_ellipsize(raw, PANGO_ELLIPSIZE_END)
    }
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_pixel_extents(raw, &ink, &logical)
    let inkIsSeen = ink.width > 0 && ink.height > 0
    let seen = inkIsSeen ? [ink, logical] : [logical]
    let (left, top) = (seen.map(\.x).min() ?? 0, seen.map(\.y).min() ?? 0)
    self.left = Int(left)
    self.top = Int(top)
    let wide = max(1, Int((seen.map { $0.x + $0.width }.max() ?? 1) - left))
    let high = max(1, Int((seen.map { $0.y + $0.height }.max() ?? 1) - top))
    width = min(wide, max(1, Int(request.maxWidth)))
    height = request.maxHeight > 0 ? min(high, Int(request.maxHeight)) : high
    self.raw = raw
  }

  /// Characters that no font has, each once, at most as many as a reply names.
  var missing: [MissingGlyph] {
    guard pango_layout_get_unknown_glyphs_count(raw) > 0 else { return [] }
    var found: [MissingGlyph] = []
    guard let runs = pango_layout_get_iter(raw) else { return [] }
    defer { pango_layout_iter_free(runs) }
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(runs), let signs = run.pointee.glyphs
      else { continue }
      for index in 0..<Int(signs.pointee.num_glyphs) {
        let glyph = signs.pointee.glyphs[index].glyph
        // The character itself stands under the flag; PANGO_GLYPH_EMPTY has no flag.
        guard glyph & 0x1000_0000 != 0, let character = Unicode.Scalar(glyph & ~0x1000_0000),
          !found.contains(where: { $0.character == character })
        else { continue }
        found.append(MissingGlyph(character: character, script: Self.script(of: character)))
        if found.count == WireLimit.missingGlyphs { return found }
      }
    } while pango_layout_iter_next_run(runs) != 0
    return found
  }

  private static func script(of character: Unicode.Scalar) -> String {
    let code = g_unicode_script_to_iso15924(g_unichar_get_script(character.value))
    return String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Pango's units in a pixel.
  private static let unit = Double(PANGO_SCALE)

  /// Draws into BGRA memory that is all 0; `color` is 0xRRGGBB. False if cairo refuses.
  func draw(into base: UnsafeMutableRawPointer, stride: Int, color: UInt32) -> Bool {
    let surface = cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
      Int32(height), Int32(stride))
    let cairo = cairo_create(surface)
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    cairo_translate(cairo, Double(-left), Double(-top))
    let channels = [16, 8, 0].map { Double(color >> UInt32($0) & 0xFF) / 255 }
    cairo_set_source_rgb(cairo, channels[0], channels[1], channels[2])
    pango_cairo_show_layout(cairo, raw)
    cairo_surface_flush(surface)
    return cairo_status(cairo) == CAIRO_STATUS_SUCCESS
  }
}
