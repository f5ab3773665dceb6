/// A JSON text (RFC 8259) as a value; numbers are not rounded and members keep their order.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as written: `1.21`, `1e3`.
  case number(String)
  case string(String)
  case array([JSON])
  /// The members in order; each name occurs once.
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

  /// The text, if this is one.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  package static func whole(_ number: Int) -> JSON { .number(String(number)) }

  /// The value of a member, if this is an object that has it.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Returns an object with the members of another object after its own.
  /// - Precondition: both are objects.
  package func adding(_ other: JSON) -> JSON {
    guard case .object(let own) = self, case .object(let more) = other else {
      preconditionFailure("only objects have members")
    }
    return .object(own + more)
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .whole(value) }
  package init(arrayLiteral items: JSON...) { self = .array(items) }

  /// Creates an object with its members in this order; each name may occur only once.
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}

/// A mistake in a JSON text, and its place.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  /// The column, counted from 1 in Unicode scalars.
  package let column: Int
  /// The mistake as a phrase without a full stop: "a name that came before".
  package let problem: String

  package var description: String { "line \(line), column \(column): \(problem)" }
}
