import TriptychCore
import TriptychRemote

/// docs/control.md: the contract of the control socket, with what the tables say of it.
enum ControlPage {
  static var text: String {
    """
    # Control socket

    `triptych ctl COMMAND` tells a show that runs what to do, or asks it how it is. Programs can
    speak to the socket themselves.

    \(socket)
    \(lines)
    ## Commands

    | command | what it does | for example |
    |---|---|---|
    \(RemoteCommand.all.map(row).joined(separator: "\n"))

    `set` takes effect at once, but for `transition`, `transition-duration`, `easing`, `loop` and
    `shuffle`, which wait until nothing moves. A script is never named from outside.

    `insert` takes an absolute path, or a `file:` address for names that are not UTF-8; `triptych
    ctl` makes paths absolute. The file must lie beneath a folder that is played, or beside a
    picture, film or playlist that is, or beneath `--control-root DIR`; the kernel holds it there
    at each opening, whatever links say. The list on disk is not written to. When that changes
    (`--watch`), what was inserted, deleted and updated from outside stays so; `reload list` and
    SIGHUP undo it, and the log says so.

    ### status

    ```json
    \(status)
    ```

    `item` is null while nothing is shown. `path-base64` stands beside `path` where the name is no
    UTF-8. `film` is `{"time":12.4,"length":63.2,"playing":true,"speed":1}`, in seconds of the
    film. `x` is where the show is on its track, `target` where it is going. At most \
    \(ShowReport.mostFailures) failures are listed.

    ### events

    The answer's `result` is the status. From then on each change is a line without an `id`:

    ```json
    \(events.map { String(decoding: $0.json.line, as: UTF8.self) }.joined(separator: "\n"))
    ```

    `will-change` comes when the show sets out for another item, `did-change` when that item is the
    nearer one. A change that is turned round has no `did-change`. `path` and `title` are those of
    the item that comes.

    ### screenshot

    `{"type":"image/png","width":…,"height":…,"bytes":…,"base64":"…"}`: what is on the screen, as
    it is seen. It goes through the socket; the show writes no file. A kiosk gives it too: no key
    takes screenshots there, but who may use the socket may see the screen.

    ## Errors

    | code | meaning |
    |---|---|
    \(RemoteError.Code.allCases.map { "| `\($0.rawValue)` | \($0.summary) |" }
      .joined(separator: "\n"))

    ## Limits

    4 clients; lines of 4096 bytes; 20 commands a second for each client, further ones wait unread;
    one command at a time; 5 s to end a line; 10 minutes without a line, for who has not asked for
    events; answers of 64 KiB, but for pictures; 256 KiB of events unread, or 10 s without reading
    what is there, and the client is dropped. Where the screen may change only three times a second
    (`--kiosk`, `--no-fast-browse`) that holds for the socket too.

    """
  }

  private static let socket = """
    ## The socket

    A Unix stream socket. A kiosk listens at `$RUNTIME_DIRECTORY/control`, others where
    `--control-socket PATH` says; by default an ordinary show has none. It belongs to the user who
    plays the show (mode 0600); with `--control-group GROUP` to the group as well (0660). Who
    connects must be that user, root, or in the group; others are refused, and named in the log. A
    socket that a dead show has left is replaced; where another show answers, the second one ends
    with exit code 2. The socket goes when the show ends.

    `triptych ctl` looks at `--control-socket PATH` (also in a configuration file), then at
    `$XDG_RUNTIME_DIR/triptych/control`, then at `/run/triptych/control`. Exit codes: 0 done, 1 the
    show refuses, 2 bad usage, 3 no show answers.

    """

  private static var lines: String {
    let greeting = JSON.object([
      .init("triptych", .string(HelpText.version)),
      .init("protocol", .number(remoteProtocolVersion)),
    ])
    return """
      ## Lines

      Each line is one JSON object in UTF-8. The show begins with a greeting:

      ```json
      \(String(decoding: greeting.line, as: UTF8.self))
      ```

      `protocol` grows when old clients can no longer read what comes; new members may come at any
      time and are to be ignored. A request has a `command`, and an `id` (a number or a text of up
      to 64 bytes) that comes back; the command is an array of words, or one text that is split at
      blanks:

      ```json
      {"id":1,"command":["set","transition","wipe:left"]}
      {"id":2,"command":"goto 9"}
      ```

      Every request has one answer, in order:

      ```json
      {"id":1,"ok":true}
      {"id":2,"ok":false,"error":{"code":"bad-value","message":"the list has 4 items"}}
      ```

      What is asked for has a `result` besides `ok`. Where a line is no request, `id` is null.

      """
  }

  private static func row(_ command: RemoteCommand) -> String {
    let example = String(
      decoding: JSON.array(command.example.map { .string($0) }).line, as: UTF8.self)
    let usage = command.usage.split(separator: "|", omittingEmptySubsequences: false)
    return "| `\(usage.joined(separator: "\\|"))` | \(command.summary) | `\(example)` |"
  }

  private static let item = ShowReport.Item(
    number: 3, path: Array("/srv/signs/harbour.jpg".utf8), title: "Harbour")
  private static let before = ShowReport.Item(
    number: 2, path: Array("/srv/signs/a.jpg".utf8), title: "a.jpg")

  private static var status: String {
    var report = ShowReport()
    (report.item, report.count, report.volume, report.x, report.target) = (item, 12, 80, 2, 2)
    (report.size, report.seed, report.version) = (Size(1920, 1080), 7, HelpText.version)
    report.uptime = .milliseconds(93_250)
    report.frames.presented = 181
    report.failureCount = 1
    let bad = ShowReport.Item(number: 5, path: Array("/srv/signs/b.jpg".utf8), title: "b.jpg")
    report.failures = [(bad, "no such file")]
    return String(decoding: report.json.line, as: UTF8.self)
  }

  private static let events: [RemoteEvent] = [
    .willChange(from: before, to: item), .didChange(from: before, to: item),
    .failed(item, reason: "no such file"), .edited(count: 13), .idleReset,
    .state(paused: true, blank: false, muted: false, volume: 80),
  ]
}
