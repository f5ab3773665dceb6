/// A request's target as sent, `REQUEST_URI`: path and query, the path decoded.
package struct Target {
  private let segments: [String]
  package let query: Substring.UTF8View

  /// - Throws: `Refusal` 400 for an address that cannot be decoded or contains dot segments, 404
  ///   for an encoded slash, 414 for one that is too long.
  package init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Request.maximumTarget else {
      throw Refusal(.uriTooLong, "The address is too long.")
    }
    let question = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    query = text.utf8[question...].dropFirst()
    let path = text.utf8[..<question]
    guard path.first == UInt8(ascii: "/") else {
      throw Refusal(.badRequest, "The address is not one of a web page.")
    }
    var segments: [String] = []
    for raw in path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      // No page's address has a control character, and a line break must not come near a header.
      guard let segment = PercentCoding.decode(raw, plusIsSpace: false),
        segment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else {
        throw .unreadableAddress
      }
      guard segment != ".." && segment != "." else {
        throw Refusal(.badRequest, "The address leads out of this site.")
      }
      // An encoded slash belongs to its segment and does not start a new one, and no page has such
      // an address.
      guard !segment.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
      else {
        throw Refusal(.notFound, "There is no page at this address.")
      }
      segments.append(segment)
    }
    self.segments = segments
  }

  /// The decoded path below the mount, or `nil` if it lies outside.
  package func path(below mount: String) -> String? {
    let prefix = mount.split(separator: "/").map(String.init)
    guard segments.starts(with: prefix) else { return nil }
    return "/" + segments.dropFirst(prefix.count).joined(separator: "/")
  }
}

extension Refusal {
  /// The path or the query contains something that is not text.
  package static let unreadableAddress = Refusal(
    .badRequest, "The address cannot be read as text.")
}
