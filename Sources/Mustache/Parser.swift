/// Cuts a template's text into tokens.
///
/// One pass from tag to tag; memory and time are linear in the text, whatever it is.
struct Parser {
  /// Sections open at once.
  static let maximumDepth = 256
  /// Of a name, in bytes.
  static let maximumName = 255
  /// Of an opening or closing delimiter, in bytes.
  static let maximumDelimiter = 16
  /// Of a whole template, in bytes.
  static let maximumText = 4 << 20

  private let text: [UInt8]
  private let lines: Lines
  private var openDelimiter = Array("{{".utf8)
  private var closeDelimiter = Array("}}".utf8)
  private var tokens: [Token] = []
  /// Tags of the sections that are open, outermost first.
  private var sections: [Tag] = []
  /// Text up to here has become tokens.
  private var position = 0
  private var isAtLineStart = true

  private init(_ source: Source) {
    text = source.text
    lines = Lines(of: source)
  }

  /// - Throws: `TemplateError` at the first thing that is no template.
  static func parse(_ source: Source) throws(TemplateError) -> ParsedTemplate {
    var parser = Parser(source)
    guard source.text.count <= maximumText else {
      throw parser.error(at: 0, found: "a file of more than 4 MB", expected: "a template")
    }
    try parser.parse()
    return ParsedTemplate(text: parser.text, lines: parser.lines, tokens: parser.tokens)
  }

  private mutating func parse() throws(TemplateError) {
    while let start = text.offset(of: openDelimiter, from: position) {
      let tag = try readTag(at: start)
      if let line = tag.sigil.canStandAlone ? line(around: tag.range) : nil {
        addText(upTo: line.lowerBound)
        try add(tag, margin: line.lowerBound..<start)
        position = line.upperBound
        isAtLineStart = true
      } else {
        addText(upTo: start)
        if isAtLineStart { tokens.append(.lineStart) }
        try add(tag, margin: nil)
        position = tag.range.upperBound
        isAtLineStart = false
      }
    }
    addText(upTo: text.count)
    if let section = sections.last {
      throw error(
        at: section.offset, found: "the section \"\(section.name)\" open at the end of the file",
        expected: closingTag(of: section))
    }
  }

  private mutating func addText(upTo end: Int) {
    while position < end {
      if isAtLineStart { tokens.append(.lineStart) }
      let lineEnd = text[position..<end].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      tokens.append(.text(position..<(lineEnd ?? end)))
      position = lineEnd ?? end
      isAtLineStart = lineEnd != nil
    }
  }

  /// The whole line with its end, when a tag is all there is on it.
  private func line(around tag: Range<Int>) -> Range<Int>? {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var start = tag.lowerBound
    while start > 0, isBlank(text[start - 1]) { start -= 1 }
    guard start == 0 || text[start - 1] == UInt8(ascii: "\n") else { return nil }
    let rest = text[tag.upperBound...].drop(while: isBlank)
    if rest.isEmpty { return start..<text.count }
    if rest.first == UInt8(ascii: "\n") { return start..<(rest.startIndex + 1) }
    if rest.starts(with: "\r\n".utf8) { return start..<(rest.startIndex + 2) }
    return nil
  }

  // MARK: Tags

  /// What a tag does, by its first character.
  private enum Sigil {
    case variable, unescaped, triple, section, inverted, close, partial, comment, delimiters

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "&"): self = .unescaped
      case UInt8(ascii: "{"): self = .triple
      case UInt8(ascii: "#"): self = .section
      case UInt8(ascii: "^"): self = .inverted
      case UInt8(ascii: "/"): self = .close
      case UInt8(ascii: ">"): self = .partial
      case UInt8(ascii: "!"): self = .comment
      case UInt8(ascii: "="): self = .delimiters
      default: self = .variable
      }
    }

    /// Whether it takes its line with it when nothing else is there.
    var canStandAlone: Bool {
      switch self {
      case .variable, .unescaped, .triple: false
      case .section, .inverted, .close, .partial, .comment, .delimiters: true
      }
    }
  }

  /// A tag as it stands in the text.
  private struct RawTag {
    let sigil: Sigil
    /// With its delimiters.
    let range: Range<Int>
    /// Between sigil and closing delimiter, without blanks around it.
    let content: ArraySlice<UInt8>
  }

  private func readTag(at start: Int) throws(TemplateError) -> RawTag {
    let inside = text[(start + openDelimiter.count)...].drop(while: isSpace)
    let sigil = inside.first.map(Sigil.init) ?? .variable
    let contentStart = inside.startIndex + (sigil == .variable ? 0 : 1)
    let closer =
      switch sigil {
      case .triple: [UInt8(ascii: "}")] + closeDelimiter
      case .delimiters: [UInt8(ascii: "=")] + closeDelimiter
      default: closeDelimiter
      }
    guard let end = text.offset(of: closer, from: contentStart) else {
      throw error(
        at: start, found: "a tag open at the end of the file", expected: quoted(closer[...]))
    }
    return RawTag(
      sigil: sigil, range: start..<(end + closer.count),
      content: trimmed(text[contentStart..<end]))
  }

  private mutating func add(_ raw: RawTag, margin: Range<Int>?) throws(TemplateError) {
    switch raw.sigil {
    case .comment: break
    case .delimiters: try setDelimiters(raw)
    case .variable: tokens.append(.variable(try tag(raw), isEscaped: true))
    case .unescaped, .triple: tokens.append(.variable(try tag(raw), isEscaped: false))
    case .partial: tokens.append(.partial(try tag(raw, isPath: false), margin: margin))
    case .section: tokens.append(.section(try open(raw)))
    case .inverted: tokens.append(.inverted(try open(raw)))
    case .close: try close(raw)
    }
  }

  private mutating func setDelimiters(_ raw: RawTag) throws(TemplateError) {
    let parts = raw.content.split(whereSeparator: isSpace)
    let isFine = parts.allSatisfy {
      $0.count <= Parser.maximumDelimiter && !$0.contains(UInt8(ascii: "="))
    }
    guard parts.count == 2, isFine else {
      throw error(
        at: raw.range.lowerBound, found: "the delimiters \(quoted(raw.content))",
        expected: "two of at most 16 bytes with a blank between them and no =")
    }
    openDelimiter = Array(parts[0])
    closeDelimiter = Array(parts[1])
  }

  private mutating func open(_ raw: RawTag) throws(TemplateError) -> Tag {
    let tag = try tag(raw)
    guard sections.count < Parser.maximumDepth else {
      throw error(
        at: tag.offset, found: "a section inside \(Parser.maximumDepth) others",
        expected: "fewer levels")
    }
    sections.append(tag)
    return tag
  }

  private mutating func close(_ raw: RawTag) throws(TemplateError) {
    let tag = try tag(raw)
    guard let section = sections.popLast() else {
      throw error(
        at: tag.offset, found: closingTag(of: tag),
        expected: "no closing tag, as no section is open")
    }
    guard section.name == tag.name else {
      let line = lines.location(of: section.offset).line
      throw error(
        at: tag.offset, found: closingTag(of: tag),
        expected: "\(closingTag(of: section)) for the section of line \(line)")
    }
    tokens.append(.close)
  }

  /// The name in a tag; in a path, dots part it.
  private func tag(_ raw: RawTag, isPath: Bool = true) throws(TemplateError) -> Tag {
    let offset = raw.range.lowerBound
    guard !raw.content.isEmpty else {
      throw error(at: offset, found: "a tag without a name", expected: "a name")
    }
    // Most likely the end of the tag is missing, and this is the next one.
    guard raw.content.firstRange(of: openDelimiter) == nil else {
      throw error(
        at: offset, found: "\(quoted(openDelimiter[...])) inside a tag",
        expected: quoted(closeDelimiter[...]))
    }
    guard raw.content.count <= Parser.maximumName else {
      throw error(
        at: offset, found: "a name of \(raw.content.count) bytes",
        expected: "at most \(Parser.maximumName)")
    }
    let name = String(decoding: raw.content, as: UTF8.self)
    guard !isPath || name == "." || Tag.isPath(name) else {
      throw error(at: offset, found: "\"\(name)\"", expected: "a name on both sides of each dot")
    }
    return Tag(name: name, offset: offset)
  }

  // MARK: Messages

  private func error(at offset: Int, found: String, expected: String) -> TemplateError {
    TemplateError(location: lines.location(of: offset), found: found, expected: expected)
  }

  private func closingTag(of tag: Tag) -> String {
    "\(quoted(openDelimiter[...]))/\(tag.name)\(quoted(closeDelimiter[...]))"
  }

  /// Cut where a message would get out of hand.
  private func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 9...13 ~= byte
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let tail = bytes.drop(while: isSpace)
    guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return tail.prefix(0) }
    return tail[...last]
  }
}

extension Tag {
  /// The parts between the dots; none for `.`, the value itself.
  var path: [Substring] { name == "." ? [] : name.split(separator: ".") }

  fileprivate static func isPath(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }
}

extension [UInt8] {
  /// Where `pattern`, which is not empty, next begins.
  fileprivate func offset(of pattern: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first else { return nil }
    var index = start
    while let next = self[index...].firstIndex(of: first) {
      if self[next...].starts(with: pattern) { return next }
      index = next + 1
    }
    return nil
  }
}
