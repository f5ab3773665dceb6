import Glibc
import Web

/// The CGI variables of one request, searched where libfcgi or the environment keeps them.
///
/// Valid until the memory behind `read` goes; the room for the list is used again for each request.
struct Variables {
  private struct Entry {
    let name: UnsafePointer<CChar>
    let nameLength: Int
    let valueLength: Int
  }

  private var entries: [Entry] = []

  /// Takes in a list of `NAME=value` texts that ends with `nil`.
  /// - Throws: `Refusal` 431 for more or larger variables than `limits` allow, 414 where it is the
  ///   address; what was read up to there can be asked for.
  mutating func read(
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, limits: Limits
  ) throws(Refusal) {
    entries.removeAll(keepingCapacity: true)
    var total = 0
    var next = environment
    while let text = next.pointee {
      next += 1
      guard entries.count < limits.variables else { throw Variables.tooMany }
      let length = strlen(text)
      guard let equals = memchr(text, Int32(UInt8(ascii: "=")), length) else { continue }
      let nameLength = equals - UnsafeMutableRawPointer(text)
      let entry = Entry(name: text, nameLength: nameLength, valueLength: length - nameLength - 1)
      guard entry.valueLength <= limits.value else {
        throw Variables.matches(entry, "REQUEST_URI")
          ? Refusal(.uriTooLong, "The address is too long.") : Variables.tooMany
      }
      total += length
      guard total <= limits.allVariables else { throw Variables.tooMany }
      entries.append(entry)
    }
  }

  /// The first value under that name.
  subscript(name: String) -> String? {
    guard let entry = entries.first(where: { Variables.matches($0, name) }) else { return nil }
    let start = UnsafeRawPointer(entry.name + entry.nameLength + 1)
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: entry.valueLength), as: UTF8.self)
  }

  private static func matches(_ entry: Entry, _ name: String) -> Bool {
    var name = name
    return name.withUTF8 {
      guard let start = $0.baseAddress, $0.count == entry.nameLength else { return false }
      return memcmp(start, entry.name, $0.count) == 0
    }
  }

  private static let tooMany = Refusal(
    .headersTooLarge, "The request has more or longer header lines than any page needs.")
}
