import Testing

@testable import PostgresStorage

@Suite struct AddressTests {
  @Test(
    arguments: [
      ("postgres://alice:secret@db.example/hall", "database hall on db.example"),
      ("postgresql://a,b:5433/hall?target_session_attrs=read-write", "database hall on a,b"),
      ("host=/run/postgresql dbname=hall password=secret", "database hall on /run/postgresql"),
      ("service=hall", "database of service hall"), ("postgres://", "database"),
      ("postgres://u:%40%2f%3a@db/hall", "database hall on db"),
    ])
  func `an address is described without user and password`(text: String, words: String) throws {
    #expect(try DatabaseAddress(text).description == words)
  }

  @Test(arguments: [
    "postgres://u:se@cret@db/hall", "postgres://u:se/cret@db/hall", "postgres://u:se:cret@db/hall",
    "postgres://u:se#cret@db/hall", "password=se cret host=db",
    "postgres://db:secret/hall", "host=db port=secret", "postgres://%zz@db/secret", "secret",
    "secret=secret",
  ])
  func `one that cannot be read is refused without a word of it`(text: String) {
    let error = #expect(throws: (any Error).self) { try DatabaseAddress(text) }
    #expect(error.map { "\($0)".contains("can't be read") && !"\($0)".contains("cret") } == true)
  }

  @Test(arguments: [
    ("postgres://db/hall", true), ("host=db", true), ("/var/lib/dicehall", false), ("state", false),
    ("./a=b", false), ("/srv/a=b", false),
  ])
  func `an address looks unlike a folder`(text: String, isAddress: Bool) {
    #expect(DatabaseAddress.isAddress(text) == isAddress)
  }
}
