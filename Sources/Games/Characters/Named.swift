/// A closed list of things that have names; raw values count from 0 in the order of the list.
package protocol Named: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == Int {
  /// The names that players use, in the order of the raw values.
  static var names: [String] { get }
}

extension Named {
  /// The name that players use: `Magic-user`.
  package var name: String { Self.names[rawValue] }
}
