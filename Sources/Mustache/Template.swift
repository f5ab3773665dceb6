/// A template that has been compiled.
public struct Template: Sendable {
  /// The name it is called by.
  public let name: String
  /// The names it asks for, its partials' included, in the order of the text.
  public let uses: [NameUse]
  let program: Program
  let names: Names
}

/// A place where a template asks for a value.
public struct NameUse: Sendable {
  /// What a use is for.
  public enum Kind: Sendable {
    /// The value is shown.
    case variable
    /// The value is gone through or opened.
    case section
    /// The absence of the value is asked for.
    case inverted
  }

  /// As it stands in the tag: `dice`, `result.total` or `.`.
  public let name: String
  /// What for.
  public let kind: Kind
  /// Names of the sections around it, outermost first; inverted ones open nothing and do not count.
  public let sections: [String]
  /// Where the tag stands.
  public var location: Location { place.location }
  let place: Place
}
