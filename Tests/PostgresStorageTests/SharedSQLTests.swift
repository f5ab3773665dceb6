import Foundation
import Testing

/// The SQL is what PostgreSQL, CockroachDB and YugabyteDB have in common, so nothing in the sources may
/// use what only one of them has.
@Suite struct SharedSQLTests {
  /// The sources without their comments.
  private static let code: String = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/PostgresStorage")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }.joined(separator: "\n").split(separator: "\n")
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
  }()

  /// The statements, as far as they have several lines.
  private static let statements = code.components(separatedBy: "\"\"\"").enumerated()
    .filter { $0.offset % 2 == 1 }.map(\.element)

  @Test func `there are statements to look at`() {
    #expect(SharedSQLTests.statements.count > 30)
    #expect(SharedSQLTests.statements.contains { $0.contains("FOR UPDATE SKIP LOCKED") })
  }

  @Test(arguments: [
    "advisory", "LISTEN", "NOTIFY", "pg_notify", "EXTENSION", "LOCK TABLE", "SEQUENCE", "nextval",
    "SERIAL", "GENERATED", "FUNCTION", "TRIGGER", "plpgsql", "DO $", "MERGE", "COPY ", "ctid",
    "xmin", "regclass", "NO KEY UPDATE", "KEY SHARE", "DEFERRABLE", "UNLOGGED", "TEMP",
    "INHERITS", "PARTITION", "VACUUM", "DISTINCT ON", "RETURNING old", "USING gin", "pg_catalog",
  ])
  func `nothing is used that others do not have`(word: String) {
    #expect(!SharedSQLTests.code.contains(word))
  }

  @Test func `statements that change one table in two places are known`() throws {
    let change = /(?:INSERT INTO|UPDATE|DELETE FROM) (dicehall_\w+)/
    let tables = SharedSQLTests.statements.flatMap { statement in
      let changed = statement.matches(of: change).map { String($0.1) }
      return Set(changed.filter { table in changed.count { $0 == table } > 1 })
    }
    // The operator of a CockroachDB has to allow these.
    #expect(
      tables.sorted() == [
        "dicehall_cloud_client", "dicehall_cloud_number", "dicehall_cloud_word",
        "dicehall_transfer", "dicehall_vault_entry", "dicehall_vault_entry",
      ])
  }
}
