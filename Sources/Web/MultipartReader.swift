/// Reads a body from boundary to boundary in a single pass.
struct MultipartReader {
  private let body: [UInt8]
  /// `--` followed by the boundary.
  private let delimiter: [UInt8]
  private var position = 0
  /// Whether we are past the last boundary; whatever follows it is ignored.
  private var isAtEnd = false

  init(_ body: [UInt8], boundary: [UInt8]) {
    self.body = body
    delimiter = [UInt8(ascii: "-"), UInt8(ascii: "-")] + boundary
  }

  /// Moves past the first boundary, which may be at the very beginning.
  /// - Returns: `false` if there is none.
  mutating func skipPreamble() throws(Refusal) -> Bool {
    if body.starts(with: delimiter) {
      position = delimiter.count
      if try isDelimiterEnd() {
        try passDelimiter()
        return true
      }
    }
    return try readContent() != nil
  }

  /// - Returns: `nil` after the last part.
  mutating func readPart() throws(Refusal) -> Multipart.Part? {
    guard !isAtEnd else { return nil }
    let (name, hasFile) = try readHeaders()
    guard let content = try readContent() else {
      throw .brokenUpload("The form ends within a part.")
    }
    return Multipart.Part(name: name, hasFile: hasFile, content: content)
  }

  /// Reads up to and past the next boundary, which includes the line break before it.
  private mutating func readContent() throws(Refusal) -> ArraySlice<UInt8>? {
    let start = position
    while let end = body[position...].firstIndex(of: UInt8(ascii: "\r")) {
      position = end + 1
      guard byte(at: end + 1) == UInt8(ascii: "\n"),
        body[(end + 2)...].starts(with: delimiter)
      else { continue }
      position = end + 2 + delimiter.count
      // A longer boundary may begin with ours.
      guard try isDelimiterEnd() else { continue }
      try passDelimiter()
      return body[start..<end]
    }
    return nil
  }

  private func isDelimiterEnd() throws(Refusal) -> Bool {
    switch byte(at: position) {
    case nil: throw .brokenUpload("The form ends within a boundary.")
    case UInt8(ascii: "-"): byte(at: position + 1) == UInt8(ascii: "-")
    case UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"): true
    default: false
    }
  }

  /// Moves past the rest of a boundary's line, which must be blank, or past the last one's `--`.
  private mutating func passDelimiter() throws(Refusal) {
    if byte(at: position) == UInt8(ascii: "-"), byte(at: position + 1) == UInt8(ascii: "-") {
      isAtEnd = true
      return
    }
    while byte(at: position) == UInt8(ascii: " ") || byte(at: position) == UInt8(ascii: "\t") {
      position += 1
    }
    guard byte(at: position) == UInt8(ascii: "\r"), byte(at: position + 1) == UInt8(ascii: "\n")
    else { throw .brokenUpload("A boundary of the form has something after it.") }
    position += 2
  }

  /// The description of a part in its headers.
  private typealias Description = (name: String, hasFile: Bool)

  private mutating func readHeaders() throws(Refusal) -> Description {
    var description: Description?
    let limit = position + Multipart.maximumHeaders
    while true {
      guard let end = body[position...].firstIndex(of: UInt8(ascii: "\r")), end < limit else {
        guard body.count - position > Multipart.maximumHeaders else {
          throw .brokenUpload("The form ends within a part’s headers.")
        }
        throw Refusal(.contentTooLarge, "A part of the form has overlong headers.")
      }
      let line = body[position..<end]
      guard byte(at: end + 1) == UInt8(ascii: "\n") else {
        throw .brokenUpload("A header of a part can’t be read.")
      }
      position = end + 2
      guard !line.isEmpty else { break }
      if let found = try readHeader(line) { description = found }
    }
    guard let description else { throw .brokenUpload("A part of the form has no name.") }
    return description
  }

  /// Returns the part's name and whether it is a file, if this header gives them.
  private func readHeader(_ line: ArraySlice<UInt8>) throws(Refusal) -> Description? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .brokenUpload("A header of a part can’t be read.")
    }
    let value = line[(colon + 1)...]
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "content-disposition":
      guard let header = MultipartHeader(value), header.value == "form-data",
        let name = header.parameters["name"]
      else { throw .brokenUpload("A part of the form has no name.") }
      let hasFile = header.parameters["filename"]?.isEmpty == false
      return (String(decoding: name, as: UTF8.self), hasFile)
    case "content-type":
      guard MultipartHeader(value)?.value.hasPrefix("multipart/") == false else {
        throw Refusal(.unsupportedMediaType, "A part of the form has parts of its own.")
      }
    case "content-transfer-encoding":
      let plain = ["7bit", "8bit", "binary"]
      guard let header = MultipartHeader(value), plain.contains(header.value) else {
        throw Refusal(.unsupportedMediaType, "A part of the form is in another encoding.")
      }
    default: break
    }
    return nil
  }

  private func byte(at index: Int) -> UInt8? { index < body.count ? body[index] : nil }
}

extension Refusal {
  static func brokenUpload(_ sentence: String) -> Refusal {
    Refusal(.badRequest, sentence)
  }
}
