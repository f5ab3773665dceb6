/// A JSON text (RFC 8259) as a value: nothing is rounded, nothing put into another order.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As it was written: `1.21`, `1e3`.
  case number(String)
  case string(String)
  case array([JSON])
  /// In order, each name once.
  case object([Member])

  /// A name and its value in an object.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value under a name, when this is an object that has it.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// In characters (Unicode scalars) from 1.
  package let column: Int
  /// A phrase without a full stop: "a name that came before".
  package let problem: String

  package var description: String { "line \(line), column \(column): \(problem)" }
}
