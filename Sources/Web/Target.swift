/// A request's target (`REQUEST_URI`): a decoded path, and a query.
package struct Target {
  /// The decoded path, in which no segment contains a slash.
  private let path: String
  package let query: Substring.UTF8View

  /// - Throws: `Refusal` 400 for an address that cannot be decoded or contains dot segments, 404
  ///   for an encoded slash, 414 for one that is too long.
  package init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Request.maximumTarget else { throw .longAddress }
    if Target.isPlain(text) {
      (path, query) = (text, Substring().utf8)
      return
    }
    let question = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    query = text.utf8[question...].dropFirst()
    let path = text.utf8[..<question]
    guard path.first == UInt8(ascii: "/") else {
      throw Refusal(.badRequest, "This isn’t the address of a web page.")
    }
    var decoded = ""
    for raw in path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      decoded += try "/" + Target.segment(raw)
    }
    self.path = decoded
  }

  /// Returns whether a path needs no decoding or checks, as most do.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "-"):
        continue
      default: return false
      }
    }
    return true
  }

  private static func segment(_ raw: Substring.UTF8View) throws(Refusal) -> String {
    // No address of ours has control characters, and line breaks must not get near a header.
    guard let segment = PercentCoding.decode(raw, plusIsSpace: false),
      segment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .unreadableAddress }
    guard segment != ".." && segment != "." else {
      throw Refusal(.badRequest, "The address leads off this site.")
    }
    // An encoded slash belongs to its segment and starts no new one; no page has such an address.
    guard !segment.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    else { throw .noPage }
    return segment
  }

  /// Returns the decoded path below the mount, or `nil` if it lies outside.
  ///
  /// `mount` is empty, or begins with a slash and doesn't end with one.
  package func path(below mount: String) -> String? {
    if mount.isEmpty { return path }
    guard path.utf8.starts(with: mount.utf8) else { return nil }
    let rest = path.utf8.dropFirst(mount.utf8.count)
    return rest.isEmpty ? "/" : rest.first == UInt8(ascii: "/") ? String(Substring(rest)) : nil
  }
}
