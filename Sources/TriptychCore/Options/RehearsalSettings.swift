/// What `rehearse` plays through.
public struct RehearsalSettings: Hashable, Sendable {
  /// nil: from now on.
  public var from: Schedule.Bound?
  /// nil: a day long.
  public var until: Schedule.Bound?
  /// A line for each showing.
  public var tellsAll = false

  public init() {}

  /// As a person writes it.
  private static func written(_ bound: Schedule.Bound) -> String {
    switch bound {
    case .day: String(Schedule.beginning(bound).description.prefix { $0 != " " })
    case .moment(let moment): moment.description.replacing(" ", with: "T")
    }
  }

  static let longest: Int64 = 366 * 86_400

  /// Its moments, seconds since 1970-01-01 00:00 UTC; throws what is wrong with them.
  public func period(now: Int64, zone: WallZone) throws(OptionError) -> (from: Int64, until: Int64)
  {
    let start = from.map { zone.moment(of: Schedule.beginning($0)) } ?? now
    let end: Int64
    if let until {
      end = zone.moment(of: Schedule.end(until))
    } else {
      end = zone.moment(of: zone.civil(start) + CivilTime.daySeconds)
    }
    guard start < end else {
      let end = until.map(Self.written) ?? ""
      let start = from.map { "--from \(Self.written($0))" } ?? "now; --from says where to begin"
      throw OptionError(.conflict, "--until \(end) is not after \(start)")
    }
    guard end - start <= Self.longest else {
      throw OptionError(.badValue, "from --from to --until are at most 366 days")
    }
    return (start, end)
  }
}
