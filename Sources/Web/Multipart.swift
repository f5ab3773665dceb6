/// The parts of a form with a file upload, as `multipart/form-data` (RFC 7578).
///
/// Parts are slices of the body: nothing is copied, and nothing is decoded until it is needed.
package struct Multipart {
  package static let mediaType = "multipart/form-data"
  /// The most parts a form may have; our own pages have far fewer.
  package static let maximumParts = 16
  /// The most bytes of one part's headers.
  package static let maximumHeaders = 4 * 1024
  /// The longest boundary, in bytes (RFC 2046, 5.1.1).
  package static let maximumBoundary = 70

  /// One field of the form.
  package struct Part {
    package let name: String
    /// Whether a file was chosen; without one, browsers send an empty name and nothing.
    package let hasFile: Bool
    package let content: ArraySlice<UInt8>

    /// The content as text; `nil` if it is not UTF-8.
    package var text: String? { String(validating: content, as: UTF8.self) }
  }

  package private(set) var parts: [Part] = []

  /// Reads a body; `contentType` names the boundary between its parts.
  /// - Throws: `Refusal` 400 for a malformed form, 413 for more or larger parts than any page
  ///   sends, 415 for nested parts or an unknown encoding.
  package init(_ body: [UInt8], contentType: String) throws(Refusal) {
    guard let boundary = Multipart.boundary(in: contentType) else {
      throw .brokenUpload("The form doesn’t say where its parts end.")
    }
    var reader = MultipartReader(body, boundary: boundary)
    guard try reader.skipPreamble() else { throw .brokenUpload("The form has no parts.") }
    while let part = try reader.readPart() {
      guard parts.count < Multipart.maximumParts else {
        throw Refusal(.contentTooLarge, "The form has more parts than any of our pages.")
      }
      parts.append(part)
    }
  }

  /// The first part with this name.
  package subscript(name: String) -> Part? { parts.first { $0.name == name } }

  /// Returns the boundary parameter of a `Content-Type`, quoted or not.
  private static func boundary(in contentType: String) -> [UInt8]? {
    guard let header = MultipartHeader(Array(contentType.utf8)[...]),
      let boundary = header.parameters["boundary"], 1...maximumBoundary ~= boundary.count,
      boundary.allSatisfy(isBoundaryByte), boundary.last != UInt8(ascii: " ")
    else { return nil }
    return boundary
  }

  private static func isBoundaryByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains(byte)
  }
}
