import Foundation
import Games
import Mustache
import Storage
import Web

@testable import Site

/// The templates of this checkout.
private let templates: Templates = {
  do {
    return try Templates(sources: templateSources())
  } catch {
    preconditionFailure("the templates do not compile: \(error)")
  }
}()

/// The site with this checkout's templates.
let site = makeSite()

func makeSite(
  _ storage: any StorageEngine = NoStorage(), publicURL: String? = nil,
  code: @escaping @Sendable (String) -> QRCode? = { _ in nil }, limiter: RateLimiter? = nil,
  isCloudReadOnly: Bool = false
) -> Site {
  Site(
    templates: templates, assets: Layout.Assets(paths: [:], drawings: [:]), publicURL: publicURL,
    storage: storage, code: code, limiter: limiter, isCloudReadOnly: isCloudReadOnly)
}

/// The root folder of this checkout.
private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A file in `Public`.
func publicFile(_ name: String) throws -> Data {
  try Data(contentsOf: root.appending(path: "Public/\(name)"))
}

/// All files in `Templates`.
func templateSources() throws -> [Source] {
  let folder = root.appending(path: "Templates")
  let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
  return try files.filter { $0.hasSuffix(".mustache") }.sorted().map { file in
    Source(
      name: String(file.dropLast(".mustache".count)), file: file,
      text: Array(try Data(contentsOf: folder.appending(path: file))))
  }
}

/// A visitor: a session, a vault key, dice with given faces, and a clock that stays still.
struct Visitor {
  var hall = site
  var session = Session()
  var vaultKey: VaultID?
  /// The next faces to roll, on six-sided dice unless `sides` says otherwise.
  var faces: [Int] = []
  var sides = 6
  var now = 1_795_221_600

  /// Gets an address, which may have a query.
  mutating func get(_ address: String) -> Response {
    let parts = address.split(separator: "?", maxSplits: 1)
    var request = Request(.get, String(parts[0]))
    if parts.count == 2 { request.query = (try? Form(urlencoded: parts[1].utf8)) ?? Form() }
    return ask(request)
  }

  /// Gets an address with this query.
  mutating func get(_ path: String, _ query: [(name: String, value: String)]) -> Response {
    get("\(path)?\(PercentCoding.encode(query))")
  }

  /// Posts a form with the session's current revision.
  mutating func post(_ path: String, _ form: String = "") -> Response {
    let game = Site.games.first { path.hasPrefix($0.home) }
    return post(path, revision: game?.revision(in: session) ?? 0, form)
  }

  mutating func post(_ path: String, revision: Int, _ form: String = "") -> Response {
    ask(Request(.post, path, body: "revision=\(revision)" + (form.isEmpty ? "" : "&\(form)")))
  }

  mutating func ask(_ request: Request) -> Response {
    hall.respond(
      to: request, session: &session, vaultKey: &vaultKey,
      random: Fixed(faces: faces, sides: sides), now: now)
  }
}

extension Game {
  /// The game's revision in a session; `nil` before its first move.
  static func revision(in session: Session) -> Int? { session[State.self]?.revision }
}

/// A generator whose dice show the given faces in turn, over and over.
struct Fixed: RandomNumberGenerator {
  let faces: [Int]
  let sides: Int
  private var index = 0

  init(faces: [Int], sides: Int) {
    self.faces = faces.isEmpty ? [1] : faces
    self.sides = sides
  }

  mutating func next() -> UInt64 {
    defer { index = (index + 1) % faces.count }
    // The middle of the range that the standard library maps to this face.
    let width = UInt64.max / UInt64(sides)
    return UInt64(faces[index] - 1) * width + width / 2
  }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value for a label in a definition list.
  func fact(_ label: String) -> String? {
    guard let label = text.firstRange(of: "<dt>\(label)</dt><dd>") else { return nil }
    return String(text[label.upperBound...].prefix { $0 != "<" })
  }

  var pageTitle: String? {
    text.firstMatch(of: /<title>([^<]*)<\/title>/).map { String($0.1) }
  }
}
