/// The names that a set of templates asks for, numbered from 0 without gaps.
final class Names: Sendable {
  let ids: [String: Int32]

  init(_ ids: [String: Int32] = [:]) { self.ids = ids }
}
