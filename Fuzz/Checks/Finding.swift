/// A promise of the engine that an input has broken.
public struct Finding: Error, CustomStringConvertible {
  /// What was promised, and what happened instead.
  public let description: String
}

/// - Throws: a `Finding` if the promise is broken.
func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(Finding) {
  guard isKept else { throw Finding(description: promise()) }
}
