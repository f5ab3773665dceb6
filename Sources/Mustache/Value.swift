/// Data without a Swift type of its own, such as parsed JSON.
public enum Value: Hashable, Sendable {
  /// Shown as nothing; sections skip it.
  case null
  /// Shown as `true` or `false`.
  case bool(Bool)
  /// Shown exactly as written: 1.21 stays 1.21.
  case number(String)
  /// Shown escaped; sections skip an empty one.
  case string(String)
  /// Sections repeat for each item, and skip an empty list.
  case list([Value])
  /// Fields in order; of equal names the last one counts.
  case object([Member])
  /// A function that returns a template.
  case lambda(Lambda)

  /// A named value in an object.
  public struct Member: Hashable, Sendable {
    /// The name that templates use.
    public let name: String
    /// The value that templates show or repeat for.
    public let value: Value

    /// Creates a field of an object.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }
}
