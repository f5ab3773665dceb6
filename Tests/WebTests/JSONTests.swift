import Testing

@testable import Web

@Suite struct JSONTests {
  private func read(_ text: String) throws -> JSON { try JSON(Array(text.utf8)) }

  @Test(
    arguments: [
      ("null", JSON.null), (" true ", .bool(true)), ("false\n", .bool(false)),
      ("0", .number("0")), ("-0", .number("-0")), ("1.50", .number("1.50")),
      ("-12.5e+10", .number("-12.5e+10")), ("1E3", .number("1E3")),
      (#""""#, .string("")), (#""é🎲""#, .string("é🎲")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u0041\u00e9\uD83C\uDFB2""#, .string("Aé🎲")), (#""\u0000""#, .string("\u{0}")),
      ("[]", .array([])), ("[ 1 , [ ] ]", .array([.number("1"), .array([])])),
      ("{}", .object([])),
      (#"{"b": 1, "a": {"": null}}"#, ["b": 1, "a": ["": .null]]),
    ] as [(String, JSON)])
  func `a text is read without changes`(text: String, value: JSON) throws {
    #expect(try read(text) == value)
  }

  /// A problem, and texts that have it with its line and column.
  @Test(
    arguments: [
      (
        "no value where one should start",
        [
          ("", 1, 1), ("  \n ", 2, 2), ("NaN", 1, 1), ("nul", 1, 1), ("True", 1, 1), ("'a'", 1, 1),
          ("+1", 1, 1), (".5", 1, 1), ("[1,]", 1, 4), ("[", 1, 2), ("// no\n1", 1, 1),
          ("\u{FEFF}1", 1, 1),
        ]
      ),
      ("no digit where a number needs one", [("-Infinity", 1, 2), ("1.", 1, 3), ("1e", 1, 3)]),
      (
        "something after the end of the value",
        [("01", 1, 2), ("0x10", 1, 2), ("1 2", 1, 3), ("{}]", 1, 3)]
      ),
      ("no comma and no end after an item", [("[1 2]", 1, 4)]),
      ("no name in quotes", [(#"{"a":1,}"#, 1, 8), ("{a:1}", 1, 2)]),
      ("no colon after a name", [(#"{"a" 1}"#, 1, 6)]),
      (
        "a name that came before",
        [("{\"é\": 1,\n \"b\": 2, \"é\": 3}", 2, 10), (#"{"a": 1, "\u0061": 2}"#, 1, 10)]
      ),
      ("a string without an end", [(#""abc"#, 1, 1)]),
      ("an escape that JSON does not have", [(#""abc\"#, 1, 5), (#""\x41""#, 1, 2)]),
      ("no four hexadecimal digits after \\u", [(#""\u12""#, 1, 2), (#""\u+123""#, 1, 2)]),
      ("a control character in a string", [("\"a\nb\"", 1, 3)]),
      (
        "half of a surrogate pair",
        [
          (#""\uD800""#, 1, 2), (#""\uD800x""#, 1, 2), (#""\uD800\u0041""#, 1, 2),
          (#""\uDC00\uD800""#, 1, 2),
        ]
      ),
    ] as [(String, [(String, Int, Int)])])
  func `invalid JSON is refused with its place`(problem: String, texts: [(String, Int, Int)]) {
    for (text, line, column) in texts {
      #expect(throws: JSONError(line: line, column: column, problem: problem)) { try read(text) }
    }
  }

  @Test func `an error says where and what`() {
    let error = JSONError(line: 2, column: 10, problem: "no name in quotes")
    #expect(error.description == "line 2, column 10: no name in quotes")
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0xAE], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
      #expect(throws: JSONError(line: 1, column: 1, problem: "a string that is not UTF-8")) {
        try JSON([0x22] + bytes + [0x22])
      }
    }
  }

  @Test func `sixty-four levels are read, but no more`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(64))
    #expect(throws: JSONError(line: 1, column: 65, problem: "more than 64 levels")) {
      try read(nested(65))
    }
    #expect(throws: JSONError.self) { try read(String(repeating: #"{"a":["#, count: 100_000)) }
  }

  @Test func `numbers and texts have a maximum length`() throws {
    let digits = String(repeating: "7", count: 128)
    #expect(try read(digits) == .number(digits))
    #expect(throws: JSONError(line: 1, column: 2, problem: "a number of more than 128 digits")) {
      try read(" 7\(digits)")
    }
    var limits = JSON.Limits()
    limits.bytes = 4
    #expect(try JSON(Array("1234".utf8), limits: limits) == .number("1234"))
    #expect(throws: JSONError.self) { try JSON(Array("1234 ".utf8), limits: limits) }
  }

  @Test func `a member is found by its name`() throws {
    let value = try read(#"{"a": 1, "b": [2]}"#)
    #expect(value["b"] == .array([.number("2")]))
    #expect(value["c"] == nil)
    #expect(JSON.array([])["a"] == nil)
  }

  @Test func `a value is written without blanks, with its strings escaped`() {
    let value: JSON = [
      "a\"b": [.null, true, false, .number("1.50")],
      "": "\\ \n\r\t\u{1}\u{1F}\u{7F}é🎲/</script>", "o": [:],
    ]
    #expect(
      String(decoding: value.bytes, as: UTF8.self)
        == #"{"a\"b":[null,true,false,1.50],"":"\\ \n\r\t\u0001\u001f"# + "\u{7F}"
        + #"é🎲/</script>","o":{}}"#)
  }

  @Test func `any text is read or refused, and survives being written`() throws {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\":", "1", "-", ".5", "e9", "null", "true",
      " ", "\n", "\\", "\\u", "D83D", "\\n", "é", "\u{1}",
    ]
    var random = Bytes(state: 22)
    var readable = 0
    for _ in 0..<50_000 {
      guard let value = try? read(random.text(from: pieces, upTo: 8)) else { continue }
      readable += 1
      #expect(try JSON(value.bytes) == value)
    }
    #expect(readable > 500)
  }

  @Test func `literals mean what they look like, with members in order`() {
    let value: JSON = ["b": ["x", -1, true], "a": [:], "c": []]
    #expect(value.bytes == Array(#"{"b":["x",-1,true],"a":{},"c":[]}"#.utf8))
  }
}
