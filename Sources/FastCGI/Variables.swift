import Glibc
import Web

/// The CGI variables of one request, read in place from memory that libfcgi or the environment
/// owns.
///
/// Valid as long as that memory is; the list of entries is reused for each request.
struct Variables {
  private struct Entry {
    let name: UnsafePointer<CChar>
    let nameLength: Int
    let valueLength: Int
  }

  private var entries: [Entry] = []

  /// Reads a list of `NAME=value` texts that ends with `nil`.
  /// - Throws: `Refusal` 431 for more or larger variables than `limits` allow, 414 if it is the
  ///   address that is too long; variables read before that can still be looked up.
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

  /// Reads the variables and makes a request of them.
  ///
  /// For a POST, `body` reads a body of the given length and returns `nil` if there is more of it.
  mutating func readRequest(
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, gateway: Gateway,
    limits: Limits, body: (Int) -> [UInt8]?
  ) -> Result<Request, Refusal> {
    do throws(Refusal) {
      try read(environment, limits: limits)
      var request = try Request(variables: { self[$0] }, gateway: gateway)
      guard request.method == .post else { return .success(request) }
      guard let body = body(request.bodyLength), body.count == request.bodyLength else {
        throw Refusal(.badRequest, "The request is shorter or longer than it says.")
      }
      request.body = body
      return .success(request)
    } catch {
      return .failure(error.naming(self["REQUEST_URI"]))
    }
  }

  /// The first value of the variable.
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
