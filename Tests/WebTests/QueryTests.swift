import Testing

@testable import Web

/// Queries of addresses, as we write them.
@Suite struct QueryTests {
  @Test func `everything is encoded but what never needs it`() {
    let fields = [("name", "Zoë & Co=1+1"), ("after", "A-b_c.~9"), ("", "")]
    #expect(PercentCoding.encode(fields) == "name=Zo%C3%AB%20%26%20Co%3D1%2B1&after=A-b_c.~9&=")
    #expect(PercentCoding.encode([]) == "")
  }

  @Test func `what is written is read again as it was`() throws {
    let values = ["", "a b", "%41", "line\nbreak", "𝔯𓀀", "\"<>'&;/?#"]
    let text = PercentCoding.encode(values.map { ("v", $0) })
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(try Form(urlencoded: text.utf8).fields.map(\.value) == values)
  }
}
