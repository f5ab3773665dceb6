/// Something with fields that a template can show.
///
/// ```swift
/// struct Throw: Fielded {
///   let faces: [Int]
///   func write(to fields: inout Fields) {
///     fields.set("count", faces.count)
///     fields.set("names", faces.map(name))
///   }
/// }
/// ```
/// Set every field each time and in the same order, absent ones as `nil`: then finding one is a
/// single load.
public protocol Fielded {
  /// Sets each field once.
  func write(to fields: inout Fields)
}
