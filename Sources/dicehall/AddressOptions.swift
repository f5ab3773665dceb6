import ArgumentParser
import Site
import Web

/// The hall's public address: path, host, and the sites that may frame it.
struct AddressOptions: ParsableArguments {
  @Option(help: "Path that every address starts with, such as /games.")
  var basePath: String?

  @Option(help: "Scheme and host of the public address, such as https://dice.example.")
  var publicURL: String?

  @Option(
    help: """
      Sites that may show the games in a frame, such as https://school.example, separated by \
      spaces. (default: *, which means all)
      """)
  var frameAncestors: String?

  /// Whether scripts of other sites may read framed pages.
  enum FrameReading: String, ExpressibleByArgument, CaseIterable {
    case open, closed
  }

  @Option(
    help: """
      Whether scripts of every site may read what frames show, as they must where a frame may send \
      no forms: open or closed. (default: open)
      """)
  var frameReading: FrameReading?

  func validate() throws { try Environment.check("FRAME_READING", FrameReading.self) }

  /// Returns the policy for other sites' frames.
  ///
  /// The sites are written as in `Content-Security-Policy` (CSP Level 3, `frame-ancestors`).
  func frames() throws(Failure) -> FramePolicy {
    let sites = frameAncestors ?? Environment.setting("FRAME_ANCESTORS") ?? "*"
    let names = sites.split(separator: " ")
    guard !names.isEmpty, names.allSatisfy(AddressOptions.isSite) else {
      throw .badUsage("--frame-ancestors takes sites such as https://school.example, or *")
    }
    let reading = frameReading ?? Environment.word("FRAME_READING") ?? .open
    return FramePolicy(ancestors: names.joined(separator: " "), isReadable: reading == .open)
  }

  /// Returns whether it is `*`, `https:`, `https://school.example` or `https://*.school.example`.
  private static func isSite(_ text: Substring) -> Bool {
    if ["*", "https:", "http:"].contains(text) { return true }
    guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
      return false
    }
    let host = text.dropFirst(scheme.count)
    return HostName.isValid(String(host.hasPrefix("*.") ? host.dropFirst(2) : host))
  }

  /// Returns the mount without a trailing slash; `nil` if none was given.
  func mount() throws(Failure) -> String? {
    guard let basePath = basePath ?? Environment.setting("BASE_PATH") else { return nil }
    let parts = basePath.split(separator: "/")
    let isPlain = parts.allSatisfy { part in
      part != "." && part != ".."
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "~"):
            true
          default: false
          }
        }
    }
    guard isPlain else {
      throw .badUsage("--base-path takes letters, digits and - _ . ~ separated by slashes")
    }
    return parts.map { "/\($0)" }.joined()
  }

  /// Returns the scheme and host without a trailing slash.
  func origin() throws(Failure) -> String? {
    guard let publicURL = publicURL ?? Environment.setting("PUBLIC_URL") else { return nil }
    let origin = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    let host = ["https://", "http://"].lazy
      .filter { origin.hasPrefix($0) }.map { origin.dropFirst($0.count) }.first
    guard let host, HostName.isValid(String(host))
    else {
      throw .badUsage("--public-url takes a scheme and a host, such as https://dice.example")
    }
    return origin
  }
}
