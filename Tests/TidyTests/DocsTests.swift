import Glibc
import Testing
import TriptychCore

/// The pages of `docs` that the program's own tables write.
///
/// `RECORD_DOCS=1 swift test --filter DocsTests` writes them anew, and fails, so that nobody
/// records by accident.
@Suite struct DocsTests {
  @Test("docs/options.md says what the program says of its options")
  func options() {
    compare("docs/options.md", with: optionPage())
  }

  @Test("docs/transitions.md names every transition")
  func transitions() {
    compare("docs/transitions.md", with: transitionPage())
  }

  @Test("each transition has its strip of pictures, and none is left over")
  func strips() {
    let strips = Repository.names("docs/transitions")
    let wanted = TransformerTable.builtIn.entries.map { $0.name + ".png" }
    #expect(Set(strips) == Set(wanted), "make strips renders them anew")
  }

  @Test("docs/triptych.1 is the manual page of the tables")
  func manual() { compare("docs/triptych.1", with: ManualPage.text) }

  @Test("docs/control.md says what the control socket does")
  func control() {
    compare("docs/control.md", with: ControlPage.text)
  }

  @Test("docs/keys.md has every key")
  func keys() {
    let table = ProgramSettings.builtIn(kiosk: false).bindings.table()
    compare(
      "docs/keys.md",
      with: """
        # Keys

        What `triptych keys` prints. `--bind KEY=COMMAND` and lines `bind.KEY = COMMAND` of a
        configuration file change it; a kiosk keeps some keys locked (`triptych help kiosk`).

        ```
        \(trimmedEnd(table))
        ```

        """)
  }

  @Test("Playlists/schema.json has every key of an item")
  func schema() {
    compare("Playlists/schema.json", with: listSchema())
  }

  /// JSON Schema 2020-12 of a list in JSON; the options come from the table.
  private func listSchema() -> String {
    let options = Option.all.filter { $0.places.contains(.item) }.map { option in
      let type = option.isFlag ? "[\"boolean\", \"string\"]" : "[\"string\", \"number\"]"
      let words = option.summary.split(separator: "\"").joined(separator: "'")
      return "        \"\(option.name)\": {\"type\": \(type), \"description\": \"\(words)\"}"
    }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A playlist of Triptych",
        "description": "Written by a test from the table of options (RECORD_DOCS).",
        "anyOf": [{"$ref": "#/$defs/list"}, {"$ref": "#/$defs/items"}],
        "$defs": {
          "list": {
            "type": "object",
            "required": ["items"],
            "properties": {
              "$schema": {"type": "string"},
              "name": {"type": "string", "description": "what the list is called"},
              "defaults": {"$ref": "#/$defs/options"},
              "items": {"$ref": "#/$defs/items"}
            }
          },
          "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
          "item": {
            "anyOf": [
              {"$ref": "#/$defs/location"},
              {
                "allOf": [{"$ref": "#/$defs/options"}],
                "type": "object",
                "required": ["location"],
                "properties": {
                  "location": {
                    "anyOf": [
                      {"$ref": "#/$defs/location"},
                      {
                        "type": "array",
                        "minItems": 1,
                        "items": {"$ref": "#/$defs/location"},
                        "description": "the first that exists is meant"
                      }
                    ]
                  }
                }
              }
            ]
          },
          "location": {
            "type": "string",
            "minLength": 1,
            "description": "a picture, a film, a folder or a playlist, relative to the list"
          },
          "options": {
            "type": "object",
            "properties": {
      \(options.joined(separator: ",\n"))
            }
          }
        }
      }

      """
  }

  private func optionPage() -> String {
    var page = """
      # Options

      What `triptych help OPTION` prints, option after option. `triptych --help` has them in short.


      """
    for option in Option.all {
      let help = (try? HelpText.about(option.name)) ?? "(no help)"
      page += "## \(option.name)\n\n```\n\(trimmedEnd(help))\n```\n\n"
    }
    return trimmedEnd(page) + "\n"
  }

  private func transitionPage() -> String {
    var page = """
      # Transitions

      Names for `--transition` and for `transition=` in playlists; `triptych transitions` prints
      them. `random` takes any of them but `cut`, by the seed. How to write one:
      [writing-transformers.md](writing-transformers.md).

      The pictures show 5, 25, 45, 65 and 85 % of a change to the left, or to the sides; `make
      strips` renders them.

      | name | what one sees |
      |---|---|

      """
    for entry in TransformerTable.builtIn.entries {
      let words = entry.variants.map { "`:\($0)`" }
      let variants =
        words.isEmpty
        ? "" : ", with " + words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
      let strip = "![\(entry.name) in five steps](transitions/\(entry.name).png)"
      page += "| `\(entry.name)`\(variants) | \(entry.summary)<br>\(strip) |\n"
    }
    return page
  }

  private func trimmedEnd(_ text: String) -> String {
    var text = text[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private func compare(_ path: String, with wanted: String) {
    if getenv("RECORD_DOCS") != nil {
      Issue.record("\(path) was written anew")
      guard let file = fopen(Repository.root + "/" + path, "w") else {
        Issue.record("\(path) cannot be written")
        return
      }
      fputs(wanted, file)
      fclose(file)
    }
    let there = (Repository.text(path) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    let right = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(there, right).prefix { $0 == $1 }.count
    if same < max(there.count, right.count) {
      let line = same < right.count ? String(right[same]) : "nothing more"
      Issue.record("\(path):\(same + 1): should be “\(line)”; RECORD_DOCS=1 writes it")
    }
  }
}
