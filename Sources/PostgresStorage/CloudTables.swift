/// The tables of clouds.
enum CloudTables {
  static let first: [String] = []
}
