import Synchronization
import Testing

@testable import Mustache

/// Notes the keys of the rows that are made.
private let made = Mutex<[String]>([])

private struct Row: KnownRow {
  static let template = "row"
  let word: String

  init?(key: ArraySlice<UInt8>, variant: UInt8) {
    let text = String(decoding: key, as: UTF8.self)
    made.withLock { $0.append(text) }
    if text == "damaged" { return nil }
    word = variant == 0 ? text : text.uppercased()
  }

  static func declare(_ field: inout Fields<Row>) { field("word") { $0.word } }
}

private struct Other: KnownRow {
  static let template = "other"
  init?(key: ArraySlice<UInt8>, variant: UInt8) {}
  static func declare(_ field: inout Fields<Other>) { field("sign") { _ in "<" } }
}

/// A row that would show others.
private struct Nesting: KnownRow {
  static let template = "row"
  init?(key: ArraySlice<UInt8>, variant: UInt8) {}
  static func declare(_ field: inout Fields<Nesting>) {
    field.rows("word", of: Other.self) { _, keys in keys.append([]) }
  }
}

private struct Page: Fielded {
  var rows: [String] = []
  var loud: [String] = []
  var others: [String] = []

  static func declare(_ field: inout Fields<Page>) {
    field.rows("rows", of: Row.self) { page, keys in
      for row in page.rows { keys.append(Array(row.utf8)[...]) }
      for row in page.loud { keys.append(Array(row.utf8)[...], variant: 1) }
    }
    field.rows("others", of: Other.self) { page, keys in
      for row in page.others { keys.append(Array(row.utf8)[...]) }
    }
    field("around") { _ in "around" }
  }
}

@Suite(.serialized) struct KnownRowTests {
  private func compile(
    _ main: String, row: String = "[{{word}}]", limits: Limits = Limits()
  ) throws -> Templates {
    try MustacheTests.compile(
      main, partials: ["row": row, "other": "{{sign}}"], limits: limits)
  }

  /// Renders a page, and checks which rows were made for it.
  private func render(
    _ templates: Templates, _ page: Page, as text: String, making rows: [String]
  ) throws {
    made.withLock { $0 = [] }
    var bytes: [UInt8] = []
    try templates.render("main", [page], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(made.withLock { $0 } == rows)
  }

  @Test func `a row is made once for all pages that show it`() throws {
    let templates = try compile("<{{rows}}>")
    try render(templates, Page(rows: ["a&b", "c"]), as: "<[a&amp;b][c]>", making: ["a&b", "c"])
    try render(templates, Page(rows: ["a&b", "c"]), as: "<[a&amp;b][c]>", making: [])
    try render(
      templates, Page(rows: ["new", "c", "a&b"]), as: "<[new][c][a&amp;b]>", making: ["new"])
    try render(templates, Page(rows: ["c", "cc"]), as: "<[c][cc]>", making: ["cc"])
  }

  @Test func `rows of other types and variants are told apart`() throws {
    let templates = try compile("{{rows}}{{others}}")
    let page = Page(rows: ["r"], loud: ["r"], others: ["r"])
    try render(templates, page, as: "[r][R]&lt;", making: ["r", "r"])
    try render(templates, page, as: "[r][R]&lt;", making: [])
  }

  @Test func `a section skips a field without rows, and a row may be left out`() throws {
    let templates = try compile("{{#rows}}some: {{rows}}{{/rows}}{{^rows}}none{{/rows}}")
    try render(templates, Page(), as: "none", making: [])
    try render(templates, Page(rows: ["damaged"]), as: "none", making: ["damaged"])
    try render(
      templates, Page(rows: ["x", "damaged"]), as: "some: [x]", making: ["x", "damaged"])
  }

  @Test(arguments: [
    ("{{rows}}{{others}}{{around}}", "[{{word}}]", nil),
    ("{{rows}}{{others}}{{around}}", "{{word}}{{around}}", "row.mustache:1:9: a field of Row"),
    ("{{rows}}{{others}}{{around}}", "{{word}}{{rows}}", "row.mustache:1:9: a field of Row"),
    (
      "{{#rows}}{{word}}{{/rows}}{{rows}}{{others}}{{around}}", "{{word}}",
      "main.mustache:1:10: a field of Page"
    ),
  ])
  private func `a row that reads what stands around it is refused`(
    main: String, row: String, mistake: String?
  ) throws {
    let mistakes = try compile(main, row: row).check([Pairing("main", with: [Page.self])])
    #expect(mistakes.first.map { "\($0.location): \($0.expected)" } == mistake)
    #expect(mistakes.count == (mistake == nil ? 0 : 1))
  }

  @Test func `rows within a row are refused`() throws {
    struct Outer: Fielded {
      static func declare(_ field: inout Fields<Outer>) {
        field.rows("rows", of: Nesting.self) { _, keys in keys.append([]) }
      }
    }
    let mistakes = try compile("{{rows}}").check([Pairing("main", with: [Outer.self])])
    let found = mistakes.first.map { "\($0.location): \($0.found)" }
    #expect(found == "row.mustache:1:2: {{word}}, rows within a row")
  }

  @Test func `each type of row with one template is checked`() throws {
    struct Two: Fielded {
      static func declare(_ field: inout Fields<Two>) {
        field.rows("rows", of: Row.self) { _, _ in }
        field.rows("others", of: Stranger.self) { _, _ in }
      }
    }
    struct Stranger: KnownRow {
      static let template = "row"
      init?(key: ArraySlice<UInt8>, variant: UInt8) {}
      static func declare(_ field: inout Fields<Stranger>) { field("sign") { _ in "" } }
    }
    let mistakes = try compile("{{rows}}{{others}}").check([Pairing("main", with: [Two.self])])
    #expect(mistakes.contains { $0.expected == "a field of Stranger" })
  }

  @Test func `a page whose row fails shows nothing, and the next page everything`() throws {
    let templates = try compile("{{rows}}", limits: .with(output: 40))
    let long = String(repeating: "x", count: 30)
    for rows in [[long, long], [String(repeating: "y", count: 50)]] {
      var bytes: [UInt8] = []
      #expect(throws: RenderError.self) {
        try templates.render("main", [Page(rows: rows)], into: &bytes)
      }
      #expect(bytes.isEmpty)
    }
    try render(templates, Page(rows: ["r", long]), as: "[r][\(long)]", making: ["r"])
  }

  @Test func `threads that render at once each get their own rows`() async throws {
    let templates = try compile("{{rows}}")
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<200 {
            let rows = ["\(task)", "\(number)", "\(task * number)"]
            var bytes: [UInt8] = []
            try templates.render("main", [Page(rows: rows)], into: &bytes)
            #expect(
              String(decoding: bytes, as: UTF8.self) == rows.map { "[\($0)]" }.joined())
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `old rows give way to new ones, and memory stays as it is`() {
    var memory = RowMemory()
    // Of eight keys that follow one another, each differs from the others by type, variant or a last
    // zero alone.
    func withKey<Result>(_ number: Int, _ body: (RowMemory.Key) -> Result) -> Result {
      withUnsafeBytes(of: number / 8) { bytes in
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<(5 + number % 2)])
        let variant = UInt8(number / 2 % 2)
        return body(
          number / 4 % 2 == 0
            ? RowMemory.Key(type: Row.self, variant: variant, bytes: bytes)
            : RowMemory.Key(type: Other.self, variant: variant, bytes: bytes))
      }
    }
    func text(_ number: Int) -> [UInt8] {
      Array("\(number)".utf8) + Array(repeating: 1, count: number % 900)
    }
    func kept(_ number: Int) -> [UInt8]? {
      withKey(number) { key in
        memory.text(of: key).map { Array(UnsafeBufferPointer(start: $0.start, count: $0.count)) }
      }
    }
    func keep(_ text: [UInt8], of number: Int) {
      withKey(number) { key in
        text.withUnsafeBufferPointer { bytes in
          guard memory.text(of: key) == nil, let start = bytes.baseAddress else { return }
          memory.keep(start, count: bytes.count, of: key)
        }
      }
    }
    let rows = 40_000
    for number in 0..<rows {
      keep(text(number), of: number)
      #expect(kept(number) == text(number))
    }
    let left = (0..<rows).filter { number in
      guard let found = kept(number) else { return false }
      #expect(found == text(number))
      return true
    }
    #expect(500...RowMemory.rows ~= left.count)
    #expect(left.reduce(0) { $0 + text($1).count + 5 } <= RowMemory.room)
    // Too large a row isn't kept.
    keep([UInt8](repeating: 1, count: RowMemory.largest), of: -1)
    #expect(kept(-1) == nil)
  }
}
