/// Splits a template's text into tokens.
///
/// It makes one pass from tag to tag; memory and time are linear in the text, whatever it contains.
struct Parser {
  /// The most sections, blocks and parents that may be open at once.
  static let maximumDepth = 256
  /// The longest name, in bytes.
  static let maximumName = 255
  /// The longest opening or closing delimiter, in bytes.
  static let maximumDelimiter = 16
  /// The longest template, in bytes.
  static let maximumText = 4 << 20

  /// An open section, block or parent.
  struct OpenElement {
    enum Kind {
      /// A section, with its index.
      case section(Int)
      case inverted
      /// A block, with its index; the same goes for a parent.
      case block(Int, Opening)
      case parent(Int, Opening)
    }

    var kind: Kind
    let tag: Tag
  }

  /// The beginning of a block or parent.
  struct Opening {
    /// The blanks before its tag, if they begin a line.
    let blanks: Range<Int>?
    /// Whether its tag is alone on the line.
    let isAlone: Bool
  }

  let text: [UInt8]
  private let name: String
  private let lines: Lines
  var delimiters: Delimiters
  var tokens: [Token] = []
  /// The tokens before each open block and parent.
  var outerTokens: [[Token]] = []
  var sections: [Section] = []
  var blocks: [Block] = []
  var parents: [Parent] = []
  /// The open elements, outermost first.
  var openElements: [OpenElement] = []
  /// The end of the text that has been turned into tokens.
  var position = 0
  var isAtLineStart = true

  private init(_ source: Source, _ delimiters: Delimiters) {
    text = source.text
    name = source.name
    lines = Lines(of: source)
    self.delimiters = delimiters
  }

  /// - Throws: `TemplateError` for the first mistake.
  static func parse(
    _ source: Source, delimiters: Delimiters = Delimiters()
  ) throws(TemplateError) -> ParsedTemplate {
    var parser = Parser(source, delimiters)
    guard source.text.count <= maximumText else {
      throw parser.error(at: 0, found: "a file of more than 4 MB", expected: "a template")
    }
    try parser.parse()
    return ParsedTemplate(
      name: parser.name, text: parser.text, lines: parser.lines, tokens: parser.tokens,
      sections: parser.sections, blocks: parser.blocks, parents: parser.parents)
  }

  private mutating func parse() throws(TemplateError) {
    while let start = text.offset(of: delimiters.open, from: position) {
      let raw = try readTag(at: start)
      switch raw.sigil {
      case .block: try openBlock(raw)
      case .parent: try openParent(raw)
      case .close where isInheritanceOpen: try closeInheritance(raw)
      default: try addTag(raw)
      }
    }
    addText(upTo: text.count)
    if let element = openElements.last {
      throw error(
        at: element.tag.offset, found: "\(element.noun), which is never closed",
        expected: closingTag(of: element.tag.content))
    }
  }

  /// Adds any tag except those of blocks and parents.
  private mutating func addTag(_ raw: RawTag) throws(TemplateError) {
    if raw.sigil.canStandAlone, let line = line(around: raw.range) {
      addText(upTo: line.lowerBound)
      try add(raw, inside: line, margin: line.lowerBound..<raw.range.lowerBound)
      position = line.upperBound
      isAtLineStart = true
    } else {
      addText(upTo: raw.range.lowerBound)
      if isAtLineStart { tokens.append(.lineStart) }
      try add(raw, inside: raw.range, margin: nil)
      position = raw.range.upperBound
      isAtLineStart = false
    }
  }

  /// Adds a tag that occupies `place`: itself or its whole line.
  private mutating func add(
    _ raw: RawTag, inside place: Range<Int>, margin: Range<Int>?
  ) throws(TemplateError) {
    switch raw.sigil {
    case .comment: break
    case .delimiters: try setDelimiters(raw)
    case .variable: tokens.append(.variable(try tag(raw), isEscaped: true))
    case .unescaped, .triple: tokens.append(.variable(try tag(raw), isEscaped: false))
    case .partial: tokens.append(.partial(try templateTag(raw), margin: margin))
    case .section:
      let tag = try tag(raw)
      try open(.section(sections.count), tag)
      tokens.append(.section(tag, sections.count))
      sections.append(Section(text: place.upperBound..<place.upperBound, delimiters: delimiters))
    case .inverted:
      let tag = try tag(raw)
      try open(.inverted, tag)
      tokens.append(.inverted(tag))
    case .close: try closeSection(raw, at: place.lowerBound)
    case .block, .parent: preconditionFailure("blocks and parents open elsewhere")
    }
  }

  private mutating func setDelimiters(_ raw: RawTag) throws(TemplateError) {
    let parts = raw.content.split(whereSeparator: isSpace)
    let areValid = parts.allSatisfy {
      $0.count <= Parser.maximumDelimiter && !$0.contains(UInt8(ascii: "="))
    }
    guard parts.count == 2, areValid else {
      throw error(
        at: raw.range.lowerBound, found: "the delimiters \(quoted(raw.content))",
        expected: "two delimiters of at most 16 bytes, separated by a blank, without =")
    }
    delimiters = Delimiters(open: Array(parts[0]), close: Array(parts[1]))
  }

  mutating func open(_ kind: OpenElement.Kind, _ tag: Tag) throws(TemplateError) {
    guard openElements.count < Parser.maximumDepth else {
      throw error(
        at: tag.offset, found: "a section inside \(Parser.maximumDepth) others",
        expected: "fewer levels")
    }
    openElements.append(OpenElement(kind: kind, tag: tag))
  }

  private mutating func closeSection(_ raw: RawTag, at end: Int) throws(TemplateError) {
    let element = try close(raw)
    if case .section(let index) = element.kind {
      sections[index].text = sections[index].text.lowerBound..<end
    }
    tokens.append(.close)
  }

  /// Removes and returns the element that a closing tag closes.
  /// - Throws: `TemplateError` if the tag names something else.
  mutating func close(_ raw: RawTag) throws(TemplateError) -> OpenElement {
    let content: String
    if case .parent = openElements.last?.kind {
      content = try templateTag(raw).content
    } else {
      content = try name(raw.content, of: raw)
    }
    guard let element = openElements.popLast() else {
      throw error(
        at: raw.range.lowerBound, found: closingTag(of: content),
        expected: "no closing tag, as no section is open")
    }
    let opened = element.tag
    guard opened.content == content else {
      let line = lines.location(of: opened.offset).line
      throw error(
        at: raw.range.lowerBound, found: closingTag(of: content),
        expected: "\(closingTag(of: opened.content)) for the \(element.kindName) of line \(line)")
    }
    return element
  }

  // MARK: Lines

  mutating func addText(upTo end: Int) {
    while position < end {
      if isAtLineStart { tokens.append(.lineStart) }
      let lineEnd = text[position..<end].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      tokens.append(.text(position..<(lineEnd ?? end)))
      position = lineEnd ?? end
      isAtLineStart = lineEnd != nil
    }
  }

  /// Returns the whole line including its end, if the tag is alone on it.
  private func line(around tag: Range<Int>) -> Range<Int>? {
    guard let blanks = blanks(before: tag.lowerBound), let end = lineEnd(after: tag.upperBound)
    else { return nil }
    return blanks.lowerBound..<end.upperBound
  }

  /// Returns the blanks from the line's beginning up to here; `nil` if anything else is there.
  func blanks(before offset: Int) -> Range<Int>? {
    var start = offset
    while start > 0, isBlank(text[start - 1]) { start -= 1 }
    return start == 0 || text[start - 1] == UInt8(ascii: "\n") ? start..<offset : nil
  }

  /// Returns the end of the line, empty at the end of the text; `nil` if anything but blanks
  /// precedes it.
  func lineEnd(after offset: Int) -> Range<Int>? {
    let rest = text[offset...].drop(while: isBlank)
    if rest.isEmpty { return text.count..<text.count }
    if rest.first == UInt8(ascii: "\n") { return rest.startIndex..<(rest.startIndex + 1) }
    if rest.starts(with: "\r\n".utf8) { return rest.startIndex..<(rest.startIndex + 2) }
    return nil
  }

  func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  // MARK: Messages

  func error(at offset: Int, found: String, expected: String) -> TemplateError {
    TemplateError(location: lines.location(of: offset), found: found, expected: expected)
  }

  private func closingTag(of content: String) -> String {
    "\(quoted(delimiters.open[...]))/\(content)\(quoted(delimiters.close[...]))"
  }

  /// Returns the bytes as text, shortened to keep messages readable.
  func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self)
  }
}

extension Parser.OpenElement {
  /// `the section "dice"`.
  fileprivate var noun: String { "the \(kindName) \"\(tag.content)\"" }

  fileprivate var kindName: String {
    switch kind {
    case .section, .inverted: "section"
    case .block: "block"
    case .parent: "parent"
    }
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the offset at which the non-empty `pattern` next begins.
  func offset(of pattern: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first else { return nil }
    var index = start
    while let next = self[index...].firstIndex(of: first) {
      if self[next...].starts(with: pattern) { return next }
      index = next + 1
    }
    return nil
  }
}
