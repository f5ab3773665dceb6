/// The tables of vaults.
enum VaultTables {
  static let first: [String] = []
}
