import Testing

@testable import Storage

@Suite struct IDTests {
  @Test func `ids are distinct and of the one form`() {
    var random = SystemRandomNumberGenerator()
    let ids = Set((0..<10_000).map { _ in SessionID(using: &random) })
    #expect(ids.count == 10_000)
    #expect(ids.allSatisfy { SessionID($0.text) == $0 })
  }

  @Test func `every sign comes up in every place`() {
    var random = SystemRandomNumberGenerator()
    let texts = (0..<2_000).map { _ in Array(SessionID(using: &random).text.utf8) }
    for place in 0..<26 { #expect(Set(texts.map { $0[place] }).count == 32) }
  }

  @Test(arguments: [
    "", "a", "removed", "new-abcdefghijklmnopqrstuv", "../../../../../etc/passwd0",
    "%2f%2f%2f%2f%2f%2f%2f%2faa", "abcdefghijklmnopqrstuvwxy",
    "abcdefghijklmnopqrstuvwxyz2", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Abcdefghijklmnopqrstuvwxyz",
    "abcdefghijklmnopqrstuvwxyz.", "abcdefghijklmnopqrstuvwxy.", "\"bcdefghijklmnopqrstuvwxy\"",
    "'bcdefghijklmnopqrstuvwxy'", "abcdefghijklmnopqrstuvwx\0z", "abcdefghijklmnopqrstuvwxyz\0",
    "abcdefghijklmnopqrstuvwxy0", "abcdefghijklmnopqrstuvwxy1", "abcdefghijklmnopqrstuvwxy/",
    " bcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyé", "ａbcdefghijklmnopqrstuvwx",
    String(repeating: "a", count: 8192),
  ])
  func `text of another form isn't an id`(text: String) {
    #expect(SessionID(text) == nil)
    #expect(VaultID(text) == nil)
    #expect(EntryID(text) == nil)
  }

  @Test(arguments: [
    "", "AAAAAAAA-0000-4000-8000-00000000000", "AAAAAAAA-0000-4000-8000-0000000000000",
    "AAAAAAAA00000-4000-8000-000000000000", "GAAAAAAA-0000-4000-8000-000000000000",
    "{AAAAAAA-0000-4000-8000-00000000000}", "AAAAAAA--0000-4000-8000-000000000000",
    "ＡAAAAAA-0000-4000-8000-000000000000", "AAAAAAAA-0000-4000-8000-00000000000\0",
    "AAAAAAAA-0000-4000-8000-00000000000'", "../../../../../../../../../../etc/pas",
  ])
  func `text of another form isn't the id of a record`(text: String) {
    #expect(CloudID(text) == nil)
  }
}
