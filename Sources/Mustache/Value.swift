/// Data without a Swift type of its own, such as what JSON holds.
public enum Value: Hashable, Sendable {
  /// Shown as nothing; sections skip it.
  case null
  /// Shown as `true` or `false`.
  case bool(Bool)
  /// As it is to be shown: 1.21 stays 1.21.
  case number(String)
  /// Shown escaped; sections skip an empty one.
  case string(String)
  /// Gone through by sections, which skip an empty one.
  case list([Value])
  /// Fields in order; the last of equal names counts.
  case object([Member])
  /// A function that makes a template.
  case lambda(Lambda)

  /// A named value in an object.
  public struct Member: Hashable, Sendable {
    /// The name that templates use.
    public let name: String
    /// What they show or go through.
    public let value: Value

    /// Makes a field of an object.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }
}
