/// How far a database's tables are.
package enum SchemaState: Equatable, Sendable {
  case current
  /// It has no tables of ours.
  case missing
  /// It has gone through this many steps, fewer than there are.
  case older(Int)
  /// A newer program has changed it.
  case newer(Int)

  /// A state after that many steps, `nil` for none.
  init(after steps: Int?) {
    switch steps {
    case nil, 0: self = .missing
    case Schema.version: self = .current
    case let steps? where steps < Schema.version: self = .older(steps)
    case let steps?: self = .newer(steps)
    }
  }

  /// What an operator has to know; `nil` if all is well.
  package var sentence: String? {
    switch self {
    case .current: nil
    case .missing: "The database has no tables for Dicehall; make them with dicehall store init."
    case .older(let steps):
      "The database's tables have version \(steps), and this program needs \(Schema.version); "
        + "change them with dicehall store migrate."
    case .newer(let steps):
      "The database's tables have version \(steps), which is newer than this program's "
        + "\(Schema.version); install a newer program."
    }
  }
}
