import Testing

@testable import Storage

@Suite struct SessionIDTests {
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
    "", "a", "../../../../../etc/passwd0", "%2f%2f%2f%2f%2f%2f%2f%2faa",
    "abcdefghijklmnopqrstuvwxy",
    "abcdefghijklmnopqrstuvwxyz2", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Abcdefghijklmnopqrstuvwxyz",
    "abcdefghijklmnopqrstuvwxyz.", "abcdefghijklmnopqrstuvwxy.", "\"bcdefghijklmnopqrstuvwxy\"",
    "'bcdefghijklmnopqrstuvwxy'", "abcdefghijklmnopqrstuvwx\0z", "abcdefghijklmnopqrstuvwxyz\0",
    "abcdefghijklmnopqrstuvwxy0", "abcdefghijklmnopqrstuvwxy1", "abcdefghijklmnopqrstuvwxy/",
    " bcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyé", "ａbcdefghijklmnopqrstuvwx",
    String(repeating: "a", count: 8192),
  ])
  func `text of another form isn't an id`(text: String) {
    #expect(SessionID(text) == nil)
  }
}
