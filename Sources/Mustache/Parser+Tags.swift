extension Parser {
  /// The kinds of tags, by their first character.
  enum Sigil {
    case variable, unescaped, triple, section, inverted, close, partial, comment, delimiters
    case block, parent

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
      case UInt8(ascii: "$"): self = .block
      case UInt8(ascii: "<"): self = .parent
      default: self = .variable
      }
    }

    /// Whether the tag takes its line with it if nothing else is there.
    var canStandAlone: Bool {
      switch self {
      case .variable, .unescaped, .triple: false
      case .section, .inverted, .close, .partial, .comment, .delimiters, .block, .parent: true
      }
    }
  }

  /// A tag as written in the text.
  struct RawTag {
    let sigil: Sigil
    /// The tag including its delimiters.
    let range: Range<Int>
    /// The content between sigil and closing delimiter, without surrounding blanks.
    let content: ArraySlice<UInt8>
  }

  func readTag(at start: Int) throws(TemplateError) -> RawTag {
    let inside = text[(start + delimiters.open.count)...].drop(while: isSpace)
    let sigil = inside.first.map(Sigil.init) ?? .variable
    let contentStart = inside.startIndex + (sigil == .variable ? 0 : 1)
    let closer =
      switch sigil {
      case .triple: [UInt8(ascii: "}")] + delimiters.close
      case .delimiters: [UInt8(ascii: "=")] + delimiters.close
      default: delimiters.close
      }
    guard let end = text.offset(of: closer, from: contentStart) else {
      throw error(at: start, found: "a tag that is never closed", expected: quoted(closer[...]))
    }
    return RawTag(
      sigil: sigil, range: start..<(end + closer.count),
      content: trimmed(text[contentStart..<end]))
  }

  /// Reads a tag that names a value; dots separate the parts of the name.
  func tag(_ raw: RawTag) throws(TemplateError) -> Tag {
    let tag = Tag(name: try name(raw.content, of: raw), offset: raw.range.lowerBound)
    return try withPath(tag)
  }

  /// Reads a tag that names a template, either directly or, with `*`, through a value.
  func templateTag(_ raw: RawTag) throws(TemplateError) -> Tag {
    guard raw.content.first == UInt8(ascii: "*") else {
      return Tag(name: try name(raw.content, of: raw), offset: raw.range.lowerBound)
    }
    let name = try name(trimmed(raw.content.dropFirst()), of: raw)
    return try withPath(Tag(name: name, offset: raw.range.lowerBound, isDynamic: true))
  }

  func name(_ content: ArraySlice<UInt8>, of raw: RawTag) throws(TemplateError) -> String {
    let offset = raw.range.lowerBound
    guard !content.isEmpty else {
      throw error(at: offset, found: "a tag without a name", expected: "a name")
    }
    // Most likely the tag's end is missing, and this is the next tag.
    guard content.offset(of: delimiters.open, from: content.startIndex) == nil else {
      throw error(
        at: offset, found: "\(quoted(delimiters.open[...])) inside a tag",
        expected: quoted(delimiters.close[...]))
    }
    guard content.count <= Parser.maximumName else {
      throw error(
        at: offset, found: "a name of \(content.count) bytes",
        expected: "at most \(Parser.maximumName)")
    }
    return String(decoding: content, as: UTF8.self)
  }

  private func withPath(_ tag: Tag) throws(TemplateError) -> Tag {
    guard tag.path.allSatisfy({ !$0.isEmpty }) else {
      throw error(
        at: tag.offset, found: "\"\(tag.content)\"", expected: "a name on both sides of each dot")
    }
    return tag
  }

  func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 9...13 ~= byte
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let tail = bytes.drop(while: isSpace)
    guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return tail.prefix(0) }
    return tail[...last]
  }
}
