/// A filter before libfcgi that removes and answers records about the connection as a whole.
///
/// libfcgi answers `FCGI_GET_VALUES` into 64 bytes on its stack, even if one name is repeated a
/// hundred times, and leaks some of the stack. It also allocates whatever length a variable claims,
/// up to 4 GB, and ends the process if it can't. Padding is removed, too: after the records that
/// begin a request and end its variables, libfcgi would read it as records.
struct RecordFilter {
  /// The peer breaks the protocol or sends too much; nothing more can be read.
  struct Broken: Error {}

  /// What to do with the content of the current record.
  private enum Content { case passed, variables, question, dropped }

  /// The values that a web server may query.
  private let values: ConnectionValues
  /// The most bytes of variables; each counts for 32 more, which libfcgi needs for itself.
  private let mostVariables: Int

  private var content = Content.passed
  /// The remaining bytes of the current record's content, and of the padding after it.
  private var contentLeft = 0
  private var paddingLeft = 0
  /// The number of the current request; 0 before the first.
  private var request: UInt16 = 0
  private var variables = VariableLengths()
  private var question: [UInt8] = []
  /// The start of an incomplete header.
  private var held: [8 of UInt8] = .init(repeating: 0)
  private(set) var heldCount = 0

  /// Answers waiting to be sent.
  var answers: [UInt8] = []

  init(values: ConnectionValues, mostVariables: Int = Limits().heldVariables) {
    self.values = values
    self.mostVariables = mostVariables
  }

  /// Whether the last record is complete, and no other has begun.
  var isBetweenRecords: Bool { contentLeft + paddingLeft + heldCount == 0 }

  /// Resets what is known of the previous request.
  mutating func startRequest() {
    content = .passed
    (contentLeft, paddingLeft, heldCount, request) = (0, 0, 0, 0)
    variables = VariableLengths()
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  /// Puts the bytes that were held back in front of the next bytes read.
  mutating func returnHeld(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    for place in 0..<heldCount { buffer[place] = held[place] }
    defer { heldCount = 0 }
    return heldCount
  }

  /// Removes what is not for libfcgi from bytes that have been read.
  ///
  /// It may hold back up to seven bytes at the end.
  /// - Returns: how many are left at the beginning of the buffer.
  mutating func filter(_ bytes: UnsafeMutableRawBufferPointer) throws(Broken) -> Int {
    var (from, to) = (0, 0)
    while from < bytes.count {
      if contentLeft + paddingLeft == 0 {
        guard bytes.count - from >= 8 else {
          heldCount = bytes.count - from
          for place in 0..<heldCount { held[place] = bytes[from + place] }
          return to
        }
        let header = UnsafeRawBufferPointer(rebasing: bytes[from..<(from + 8)])
        try begin(header)
        bytes[from + 6] = 0
        if isForLibrary { copy(bytes, from, 8, to: &to) }
        from += 8
      } else {
        let count = min(contentLeft, bytes.count - from)
        try take(UnsafeRawBufferPointer(rebasing: bytes[from..<(from + count)]))
        if isForLibrary { copy(bytes, from, count, to: &to) }
        contentLeft -= count
        from += count
        let padding = min(paddingLeft, bytes.count - from)
        paddingLeft -= padding
        from += padding
      }
      if content == .question, contentLeft == 0 {
        try answerQuestion()
        content = .dropped
      }
    }
    return to
  }

  private var isForLibrary: Bool { content == .passed || content == .variables }

  private func copy(
    _ bytes: UnsafeMutableRawBufferPointer, _ from: Int, _ count: Int, to place: inout Int
  ) {
    if from != place, let base = bytes.baseAddress {
      (base + place).copyMemory(from: base + from, byteCount: count)
    }
    place += count
  }

  private mutating func begin(_ header: UnsafeRawBufferPointer) throws(Broken) {
    guard header[0] == 1 else { throw Broken() }
    let type = header[1]
    let number = UInt16(header[2]) << 8 | UInt16(header[3])
    contentLeft = Int(header[4]) << 8 | Int(header[5])
    paddingLeft = Int(header[6])
    switch (type, number) {
    case (RecordType.getValues, 0):
      content = .question
      question.removeAll(keepingCapacity: true)
    case (_, 0):
      content = .dropped
      answers += [1, RecordType.unknownType, 0, 0, 0, 8, 0, 0, type, 0, 0, 0, 0, 0, 0, 0]
    case (RecordType.beginRequest, _):
      guard contentLeft == 8 else { throw Broken() }
      content = .passed
      if request == 0 { request = number }
    case (RecordType.variables, request):
      content = .variables
    default: content = .passed
    }
  }

  private mutating func take(_ part: UnsafeRawBufferPointer) throws(Broken) {
    switch content {
    case .passed, .dropped: return
    case .question: question += part
    case .variables:
      variables.read(part)
      guard variables.total <= mostVariables else { throw Broken() }
    }
  }

  /// Answers each queried name once.
  private mutating func answerQuestion() throws(Broken) {
    var asked = question[...]
    var pairs: [UInt8] = []
    var known = values.texts
    while !asked.isEmpty {
      guard let name = asked.popLength(), let value = asked.popLength(),
        asked.count >= name + value
      else { throw Broken() }
      let text = String(decoding: asked.prefix(name), as: UTF8.self)
      asked = asked.dropFirst(name + value)
      guard let number = known.removeValue(forKey: text) else { continue }
      pairs += [UInt8(name), UInt8(number.utf8.count)]
      pairs += text.utf8
      pairs += number.utf8
    }
    answers += [1, RecordType.valuesResult, 0, 0, 0, UInt8(pairs.count), 0, 0] + pairs
  }
}

/// What web servers may query about connections, for one process.
struct ConnectionValues {
  /// The most connections kept open at once.
  let connections: Int
  /// The most requests answered at once.
  let requests: Int

  /// The names of the protocol's specification; requests never share a connection.
  fileprivate var texts: [String: String] {
    [
      "FCGI_MAX_CONNS": String(connections), "FCGI_MAX_REQS": String(requests),
      "FCGI_MPXS_CONNS": "0",
    ]
  }
}

private enum RecordType {
  static let beginRequest: UInt8 = 1
  static let variables: UInt8 = 4
  static let getValues: UInt8 = 9
  static let valuesResult: UInt8 = 10
  static let unknownType: UInt8 = 11
}

/// Adds up the lengths that variables claim, as their bytes arrive.
private struct VariableLengths {
  /// The bytes of all names and values so far, and 32 for each variable.
  private(set) var total = 0
  /// The remaining bytes of the current name and value.
  private var left = 0
  /// The length of the current name, once it is known.
  private var name: Int?
  /// The length being read, and how many of its bytes are missing.
  private var length = (value: 0, left: 0)

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var place = min(left, bytes.count)
    left -= place
    while place < bytes.count {
      place = passShort(bytes, from: place)
      guard place < bytes.count else { return }
      read(bytes[place])
      let step = min(left, bytes.count - place - 1)
      left -= step
      place += 1 + step
    }
  }

  /// Skips variables with one-byte lengths, as nearly all are.
  /// - Returns: where another begins, or the end.
  private mutating func passShort(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard name == nil, length.left == 0 else { return start }
    var place = start
    var count = 0
    while place &+ 2 <= bytes.count {
      let (name, value) = (bytes[place], bytes[place &+ 1])
      guard name | value < 0x80 else { break }
      place &+= 2 &+ Int(name) &+ Int(value)
      count &+= 1
    }
    total += place - start + 30 * count
    left = max(0, place - bytes.count)
    return place
  }

  /// Reads one byte of a length, which has one byte, or four with the highest bit set.
  private mutating func read(_ byte: UInt8) {
    if length.left > 0 {
      length = (length.value << 8 | Int(byte), length.left - 1)
    } else {
      length = byte < 0x80 ? (Int(byte), 0) : (Int(byte & 0x7F), 3)
    }
    guard length.left == 0 else { return }
    guard let name else {
      name = length.value
      return
    }
    left = name + length.value
    total += left + 32
    self.name = nil
  }
}

extension ArraySlice<UInt8> {
  /// Removes a length of one byte, or of four with the highest bit set; `nil` if it is incomplete.
  fileprivate mutating func popLength() -> Int? {
    guard let byte = first else { return nil }
    guard byte >= 0x80 else {
      removeFirst()
      return Int(byte)
    }
    guard count >= 4 else { return nil }
    defer { self = dropFirst(4) }
    return prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
  }
}
