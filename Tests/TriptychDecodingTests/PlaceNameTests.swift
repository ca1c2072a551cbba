import Testing

@testable import TriptychWire

/// The names of places that editors have written beside pictures.
@Suite struct PlaceNameTests {
  // MARK: Files

  private static func jpeg(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    var file = StoredPictures.jpeg420
    file.insert(
      contentsOf: [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body, at: 2)
    return file
  }

  /// As Photoshop keeps it: a resource among others.
  private static func iptc(_ sets: [(UInt8, [UInt8])]) -> [UInt8] {
    let data = sets.flatMap { tag, text -> [UInt8] in
      [0x1C, 2, tag, UInt8(text.count >> 8), UInt8(text.count & 255)] + text
    }
    func resource(_ number: UInt16, _ data: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255), 0, 0]
        + [0, 0, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
        + (data.count % 2 == 1 ? [0] : [])
    }
    return Array("Photoshop 3.0\0".utf8) + resource(0x03ED, [0, 72, 0, 0, 0, 1, 0])
      + resource(0x0404, data)
  }

  private static func packet(_ body: String) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:ps="http://ns.adobe.com/photoshop/1.0/"
        xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">\(body)</rdf:RDF></x:xmpmeta>
      <?xpacket end="w"?>
      """.utf8)
  }

  private static func xmp(_ packet: [UInt8]) -> [UInt8] {
    jpeg(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
  }

  private func name(_ file: [UInt8]) throws -> String? {
    try Session(.picture).facts(file)?.placeName
  }

  // MARK: Tests

  @Test("IPTC's own form is read, in UTF-8 and in Latin-1")
  func model() throws {
    let nantes = Self.iptc([
      (5, Array("A title".utf8)), (90, Array("Nantes".utf8)),
      (92, Array("Île de Versailles".utf8)), (95, Array("Pays de la Loire".utf8)),
      (101, Array("France".utf8)),
    ])
    #expect(
      try name(Self.jpeg(0xED, nantes)) == "Île de Versailles, Nantes, Pays de la Loire, France")
    let latin = Self.iptc([(90, [0x4B, 0xF6, 0x6C, 0x6E]), (95, [0x4B, 0xF6, 0x6C, 0x6E])])
    #expect(try name(Self.jpeg(0xED, latin)) == "Köln")
    #expect(try name(Self.jpeg(0xED, Self.iptc([(5, [65])]))) == "")
  }

  @Test(
    "XMP is read in all its forms",
    arguments: [
      (#"<rdf:Description ps:City="Köln" ps:Country="Germany"/>"#, "Köln, Germany"),
      (
        """
        <rdf:Description><ps:City>Köln</ps:City><core:Location> Dom &amp; Hbf </core:Location>
        <ps:State>NRW</ps:State></rdf:Description>
        """, "Dom & Hbf, Köln, NRW"
      ),
      (
        """
        <rdf:Description><ext:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource">
        <ext:City>Bonn</ext:City></rdf:li></rdf:Bag></ext:LocationShown>
        <ext:LocationCreated><rdf:Bag><rdf:li>
        <rdf:Description ext:City="Köln"><ext:CountryName><rdf:Alt>
        <rdf:li xml:lang="x-default">Germany</rdf:li><rdf:li xml:lang="de">Deutschland</rdf:li>
        </rdf:Alt></ext:CountryName></rdf:Description></rdf:li></rdf:Bag></ext:LocationCreated>
        </rdf:Description>
        """, "Köln, Germany"
      ),
      (
        """
        <rdf:Description><ext:LocationShown><rdf:Bag><rdf:li ext:Sublocation="Rheinaue"
        ext:ProvinceState="NRW"/></rdf:Bag></ext:LocationShown></rdf:Description>
        """, "Rheinaue, NRW"
      ),
      (#"<rdf:Description xmlns:o="urn:other" o:City="Nowhere"/>"#, ""),
    ])
  func forms(_ body: String, _ expected: String) throws {
    #expect(try name(Self.xmp(Self.packet(body))) == expected)
  }

  @Test("XMP comes before IPTC's older form, and from PNG and HEIF too")
  func others() throws {
    let packet = Self.packet(#"<rdf:Description ps:City="Köln"/>"#)
    var both = Self.xmp(packet)
    let old = Self.iptc([(90, Array("Cologne".utf8)), (101, Array("Germany".utf8))])
    both.insert(
      contentsOf: [0xFF, 0xED, UInt8((old.count + 2) >> 8), UInt8((old.count + 2) & 255)] + old,
      at: 2)
    #expect(try name(both) == "Köln")
    let chunk = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet
    let rows = [UInt8](repeating: 0, count: 33 * 20)
    let png = WrittenPictures.png(
      width: 32, height: 20, depth: 8, color: 0, rows: rows, chunks: [("iTXt", chunk)])
    #expect(try name(png) == "Köln")
    #expect(try Session(.heif).facts(StoredHEIF.facts)?.placeName == "Nantes")
  }

  @Test("what commands terminals, turns directions or has no end does not pass")
  func hostile() throws {
    let odd = Self.packet("<rdf:Description ps:City=\"A\u{202E}B\u{200F}\tC\"/>")
    #expect(try name(Self.xmp(odd)) == "A B C")
    let long = String(repeating: "ä", count: 5000)
    let facts = try name(
      Self.xmp(Self.packet("<rdf:Description><ps:City>\(long)</ps:City></rdf:Description>")))
    #expect(facts.map { (50...160).contains($0.utf8.count) } == true)
    let control = Self.iptc([(90, [0x1B, 0x5B, 0x32, 0x4A, 0x41, 0])])
    #expect(try name(Self.jpeg(0xED, control)) == "[2JA")
    // Entities of the packet's own, an element in an element without end, no end.
    var laughs = "<!DOCTYPE x [<!ENTITY a \"haha\">"
    for (one, next) in zip("abcdefgh", "bcdefghi") {
      let many = String(repeating: "&\(one);", count: 10)
      laughs += "<!ENTITY \(next) \"\(many)\">"
    }
    let bomb =
      laughs + "]><r xmlns:ps=\"http://ns.adobe.com/photoshop/1.0/\"><ps:City>&i;</ps:City></r>"
    #expect(try name(Self.xmp(Array(bomb.utf8))) == "")
    let deep = String(repeating: "<a>", count: 9000)
    #expect(try name(Self.xmp(Array(deep.utf8))) == "")
    let cut = Self.packet(#"<rdf:Description ps:City="Köln"/>"#).dropLast(30)
    #expect(try name(Self.xmp(Array(cut))) == "Köln")
  }

  @Test("damaged data costs no worker")
  func damage() throws {
    let session = try Session(.picture)
    let files = [
      Self.jpeg(0xED, Self.iptc([(90, Array("Nantes".utf8)), (101, Array("France".utf8))])),
      Self.xmp(Self.packet("<rdf:Description><ps:City>Köln</ps:City></rdf:Description>")),
    ]
    var chance = SystemChance(state: 11)
    for round in 0..<400 {
      var bytes = files[round % 2]
      for _ in 0..<1 + chance.below(5) {
        bytes[6 + chance.below(300) % (bytes.count - 6)] = UInt8(chance.below(256))
      }
      _ = try session.facts(bytes)
    }
    #expect(try session.facts(files[1])?.placeName == "Köln")
  }
}
