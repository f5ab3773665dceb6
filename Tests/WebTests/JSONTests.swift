import Testing

@testable import Web

@Suite struct JSONTests {
  private func read(_ text: String) throws -> JSON { try JSON(Array(text.utf8)) }

  @Test(arguments: [
    ("null", JSON.null), (" true ", .bool(true)), ("false\n", .bool(false)),
    ("0", .number("0")), ("-0", .number("-0")), ("1.50", .number("1.50")),
    ("-12.5e+10", .number("-12.5e+10")), ("1E3", .number("1E3")),
    (#""""#, .string("")), (#""é🎲""#, .string("é🎲")),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u0041\u00e9\uD83C\uDFB2""#, .string("Aé🎲")), (#""\u0000""#, .string("\u{0}")),
    ("[]", .array([])), ("[ 1 , [ ] ]", .array([.number("1"), .array([])])),
    ("{}", .object([])),
    (#"{"b": 1, "a": {"": null}}"#, ["b": 1, "a": ["": .null]]),
  ])
  func `a text is read without changes`(text: String, value: JSON) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: [
    ("", "line 1, column 1: no value where one should begin"),
    ("  \n ", "line 2, column 2: no value where one should begin"),
    ("NaN", "line 1, column 1: no value where one should begin"),
    ("-Infinity", "line 1, column 2: no digit where a number needs one"),
    ("nul", "line 1, column 1: no value where one should begin"),
    ("True", "line 1, column 1: no value where one should begin"),
    ("'a'", "line 1, column 1: no value where one should begin"),
    ("01", "line 1, column 2: something behind the end of the value"),
    ("+1", "line 1, column 1: no value where one should begin"),
    (".5", "line 1, column 1: no value where one should begin"),
    ("1.", "line 1, column 3: no digit where a number needs one"),
    ("1e", "line 1, column 3: no digit where a number needs one"),
    ("0x10", "line 1, column 2: something behind the end of the value"),
    ("1 2", "line 1, column 3: something behind the end of the value"),
    ("{}]", "line 1, column 3: something behind the end of the value"),
    ("[1,]", "line 1, column 4: no value where one should begin"),
    ("[1 2]", "line 1, column 4: no comma and no end after an item"),
    ("[", "line 1, column 2: no value where one should begin"),
    (#"{"a":1,}"#, "line 1, column 8: no name in quotes"),
    ("{a:1}", "line 1, column 2: no name in quotes"),
    (#"{"a" 1}"#, "line 1, column 6: no colon after a name"),
    ("{\"é\": 1,\n \"b\": 2, \"é\": 3}", "line 2, column 10: a name that came before"),
    (#"{"a": 1, "\u0061": 2}"#, "line 1, column 10: a name that came before"),
    (#""abc"#, "line 1, column 1: a string without an end"),
    (#""abc\"#, "line 1, column 5: an escape that JSON does not have"),
    (#""\x41""#, "line 1, column 2: an escape that JSON does not have"),
    (#""\u12""#, "line 1, column 2: no four hexadecimal digits after \\u"),
    (#""\u+123""#, "line 1, column 2: no four hexadecimal digits after \\u"),
    ("\"a\nb\"", "line 1, column 3: a control character in a string"),
    (#""\uD800""#, "line 1, column 2: half of a surrogate pair"),
    (#""\uD800x""#, "line 1, column 2: half of a surrogate pair"),
    (#""\uD800\u0041""#, "line 1, column 2: half of a surrogate pair"),
    (#""\uDC00\uD800""#, "line 1, column 2: half of a surrogate pair"),
    ("// no\n1", "line 1, column 1: no value where one should begin"),
    ("\u{FEFF}1", "line 1, column 1: no value where one should begin"),
  ])
  func `invalid JSON is refused with its place`(text: String, message: String) throws {
    let error = try #require(throws: JSONError.self) { try read(text) }
    #expect(error.description == message)
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
