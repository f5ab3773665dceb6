import Testing

@testable import Store

@Suite struct SessionIDTests {
  @Test func `ids are distinct and of the one form`() {
    let ids = Set((0..<10_000).map { _ in SessionID() })
    #expect(ids.count == 10_000)
    #expect(ids.allSatisfy { SessionID($0.text) == $0 })
  }

  @Test func `every sign comes up in every place`() {
    let texts = (0..<2_000).map { _ in Array(SessionID().text.utf8) }
    for place in 0..<26 { #expect(Set(texts.map { $0[place] }).count == 32) }
  }

  @Test(arguments: [
    "", "a", "../../../../../etc/passwd0", "%2f%2f%2f%2f%2f%2f%2f%2faa",
    "abcdefghijklmnopqrstuvwxy",
    "abcdefghijklmnopqrstuvwxyz2", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Abcdefghijklmnopqrstuvwxyz",
    "abcdefghijklmnopqrstuvwxyz.", "abcdefghijklmnopqrstuvwxy.", "\"bcdefghijklmnopqrstuvwxy\"",
    "'bcdefghijklmnopqrstuvwxy'", "abcdefghijklmnopqrstuvwx\0z", "abcdefghijklmnopqrstuvwxyz\0",
    "abcdefghijklmnopqrstuvwxy0", "abcdefghijklmnopqrstuvwxy1", "abcdefghijklmnopqrstuvwxy/",
    " bcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyé", "ａbcdefghijklmnopqrstuvwx",
    String(repeating: "a", count: 8192),
  ])
  func `a text of another form is no id`(text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test func `the file's name is the id's hash`() throws {
    let id = try #require(SessionID("abcdefghijklmnopqrstuvwxyz"))
    // printf abcdefghijklmnopqrstuvwxyz | sha256sum
    #expect(id.fileName == "71c480df93d6ae2f1efad1447c66c9525e316218cf51fc8d9ed832f2daf18b73")
  }
}
