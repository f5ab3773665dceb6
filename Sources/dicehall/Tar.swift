import Glibc

/// Packs a folder of private files into one file in the `tar` format of other programs.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format".
enum Tar {
  private static let block = 512
  /// The most bytes of a file in memory at once.
  private static let portion = 1 << 20
  /// The largest size for which a header has room, in bytes.
  private static let largest = 1 << 33

  /// Moves or copies a folder's files into a new file.
  ///
  /// A moved file is deleted once it has been packed, so that both together take little more space
  /// than one.
  ///
  /// - Throws: `Failure` 66 or 73.
  static func pack(_ folder: String, into path: String, moves: Bool = true) throws(Failure) {
    let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .cannotWrite(at: path) }
    defer { close(output) }
    try pack(folder, as: "", into: output, path, moves: moves)
    try put([UInt8](repeating: 0, count: 2 * block), into: output, path)
    guard fsync(output) == 0 else { throw .cannotWrite(at: path) }
  }

  private static func pack(
    _ folder: String, as prefix: String, into output: Int32, _ path: String, moves: Bool
  ) throws(Failure) {
    for name in try Files.names(in: folder).sorted() {
      let source = "\(folder)/\(name)"
      var status = stat()
      guard lstat(source, &status) == 0 else { throw .unreadable(at: source) }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let header = Header(
        name: prefix + name + (isFolder ? "/" : ""), size: isFolder ? 0 : status.st_size,
        moment: status.st_mtim.tv_sec, isFolder: isFolder)
      guard let bytes = header.encoded else { throw .cannotWrite("\(source): is too large") }
      try put(bytes, into: output, path)
      if isFolder {
        try pack(source, as: "\(prefix)\(name)/", into: output, path, moves: moves)
        if moves { rmdir(source) }
      } else {
        try add(source, header.size, to: output, path)
        if moves { unlink(source) }
      }
    }
  }

  private static func add(
    _ source: String, _ size: Int, to output: Int32, _ path: String
  ) throws(Failure) {
    let input = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard input >= 0, let stream = fdopen(input, "r") else { throw .unreadable(at: source) }
    defer { fclose(stream) }
    var left = size
    while left > 0 {
      let bytes = read(min(left, portion), from: stream)
      guard !bytes.isEmpty else { throw .unreadable(at: source) }
      try put(bytes, into: output, path)
      left -= bytes.count
    }
    try put([UInt8](repeating: 0, count: padding(size)), into: output, path)
  }

  private static func put(_ bytes: [UInt8], into output: Int32, _ path: String) throws(Failure) {
    guard Files.write(bytes, to: output) else { throw .cannotWrite(at: path) }
  }

  /// Unpacks a file into an empty folder.
  ///
  /// - Throws: `Failure` 65 if the file is in another format, cut off or damaged; 66 or 73.
  static func unpack(_ path: String, into folder: String) throws(Failure) {
    guard let stream = fopen(path, "re") else { throw .unreadable(at: path) }
    defer { fclose(stream) }
    while true {
      let bytes = read(block, from: stream)
      if bytes.count == block, bytes.allSatisfy({ $0 == 0 }) { return }
      guard let header = Header(bytes) else {
        guard bytes.count == block else { throw cutOff(path) }
        throw .badData("\(path): is damaged, or no backup")
      }
      let target = "\(folder)/\(header.name)"
      if header.isFolder {
        guard mkdir(target, 0o700) == 0 else { throw .cannotWrite(at: target) }
      } else {
        try extract(header, from: stream, path, to: target)
      }
    }
  }

  private static func extract(
    _ header: Header, from stream: UnsafeMutablePointer<FILE>, _ path: String, to target: String
  ) throws(Failure) {
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .cannotWrite(at: target) }
    defer { close(output) }
    var left = header.size
    while left > 0 {
      let bytes = read(min(left, portion), from: stream)
      guard !bytes.isEmpty else { throw cutOff(path) }
      try put(bytes, into: output, target)
      left -= bytes.count
    }
    let rest = padding(header.size)
    guard read(rest, from: stream).count == rest else { throw cutOff(path) }
    let time = timespec(tv_sec: header.moment, tv_nsec: 0)
    guard futimens(output, [time, time]) == 0 else { throw .cannotWrite(at: target) }
  }

  private static func cutOff(_ path: String) -> Failure { .badData("\(path): is cut off") }

  /// Returns how many zeros follow that many bytes.
  private static func padding(_ size: Int) -> Int { (block - size % block) % block }

  /// Reads bytes, fewer only at the end or after an error.
  private static func read(_ count: Int, from stream: UnsafeMutablePointer<FILE>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = fread(buffer.baseAddress, 1, count, stream)
    }
  }

  /// The header before each file.
  struct Header: Equatable {
    /// The path below the folder, without `..` in it.
    let name: String
    /// The size in bytes.
    let size: Int
    /// The time when the file was last written, in seconds since 1970.
    let moment: Int
    let isFolder: Bool

    private static let mark = Array("ustar\u{0}00".utf8)
    private static let sum = 148..<156

    init(name: String, size: Int, moment: Int, isFolder: Bool) {
      self.name = name
      self.size = size
      self.moment = moment
      self.isFolder = isFolder
    }

    /// The encoded 512 bytes; `nil` if the name or the size is too long.
    var encoded: [UInt8]? {
      guard size < Tar.largest, let (prefix, rest) = parts else { return nil }
      var bytes = [UInt8](repeating: 0, count: Tar.block)
      func put(_ text: some Sequence<UInt8>, at offset: Int) {
        for (index, byte) in text.enumerated() { bytes[offset + index] = byte }
      }
      func put(_ number: Int, at offset: Int, digits: Int) {
        let text = String(max(0, number), radix: 8)
        put((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8, at: offset)
      }
      put(rest, at: 0)
      put(isFolder ? 0o700 : 0o600, at: 100, digits: 7)
      put(0, at: 108, digits: 7)
      put(0, at: 116, digits: 7)
      put(size, at: 124, digits: 11)
      put(moment, at: 136, digits: 11)
      put([UInt8(ascii: isFolder ? "5" : "0")], at: 156)
      put(Self.mark, at: 257)
      put(prefix, at: 345)
      put(Self.checksum(bytes), at: Self.sum.lowerBound, digits: 6)
      bytes[Self.sum.upperBound - 1] = UInt8(ascii: " ")
      return bytes
    }

    /// The name in two parts of at most 155 and 100 bytes, with a slash between them.
    private var parts: (prefix: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
      let name = Array(self.name.utf8)
      if name.count <= 100 { return ([], name[...]) }
      guard
        let slash = name.indices.first(where: { index in
          name[index] == UInt8(ascii: "/") && name.count - index - 1 <= 100
        }), slash <= 155, slash < name.count - 1
      else { return nil }
      return (name[..<slash], name[(slash + 1)...])
    }

    /// Reads a header; `nil` if it is invalid or leads out of the folder.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == Tar.block, Array(bytes[257..<265]) == Self.mark else { return nil }
      func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self)
      }
      func number(_ range: Range<Int>) -> Int? {
        Int(text(range).prefix { $0 != " " }, radix: 8).flatMap { $0 < 0 ? nil : $0 }
      }
      let prefix = text(345..<500)
      name = (prefix.isEmpty ? "" : "\(prefix)/") + text(0..<100)
      isFolder = bytes[156] == UInt8(ascii: "5")
      guard number(Self.sum) == Self.checksum(bytes), let size = number(124..<136),
        let moment = number(136..<148), isFolder ? size == 0 : bytes[156] == UInt8(ascii: "0")
      else { return nil }
      self.size = size
      self.moment = moment
      let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(isFolder && name.hasSuffix("/") ? 1 : 0)
      guard !steps.isEmpty, steps.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    }

    /// Returns the sum of all bytes, with blanks in its own place.
    private static func checksum(_ bytes: [UInt8]) -> Int {
      bytes.indices.reduce(0) { $0 + Int(sum.contains($1) ? 32 : bytes[$1]) }
    }
  }
}
