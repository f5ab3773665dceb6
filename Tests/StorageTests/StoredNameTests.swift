import Storage
import Testing

@Suite struct StoredNameTests {
  @Test func `a name is read as it is written`() {
    let name = StoredName(hash: (0..<32).map { 8 * $0 })
    #expect(name.text == "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8")
    #expect(StoredName(hex: name.text) == name)
  }

  @Test(arguments: [
    "", "ab", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
    String(repeating: "A", count: 64), String(repeating: "g", count: 64),
    String(repeating: "0", count: 62) + "é", String(repeating: "é", count: 64),
    String(repeating: "0", count: 63) + "-",
  ])
  func `anything else is no name`(text: String) {
    #expect(StoredName(hex: text) == nil)
  }
}
