import Characters
import Classrooms
import Foundation
import Mustache
import Site
import Storage
import Testing
import Web

/// The templates of this checkout.
private let templates: Templates = {
  do {
    return try Templates(sources: templateSources())
  } catch {
    preconditionFailure("the templates do not compile: \(error)")
  }
}()

/// What the program offers.
package let features = Features(
  games: [DiceGame.self, CrapsGame.self, PigGame.self, CharactersGame.self], shared: RoomGame.self)

/// The site with this checkout's templates.
package let site = makeSite()

package func makeSite(
  _ storage: any StorageEngine = NoStorage(), publicURL: String? = nil,
  code: @escaping @Sendable (String) -> QRCode? = { _ in nil }, limiter: RateLimiter? = nil,
  isCloudReadOnly: Bool = false, frames: FramePolicy = FramePolicy()
) -> Site {
  Site(
    features, templates: templates, assets: Layout.Assets(paths: [:], drawings: []),
    publicURL: publicURL, frames: frames,
    storage: storage, code: code, limiter: limiter, isCloudReadOnly: isCloudReadOnly)
}

/// The root folder of this checkout.
private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A file in `Public`.
package func publicFile(_ name: String) throws -> Data {
  try Data(contentsOf: root.appending(path: "Public/\(name)"))
}

/// All files in `Templates`.
package func templateSources() throws -> [Source] {
  let folder = root.appending(path: "Templates")
  let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
  return try files.filter { $0.hasSuffix(".mustache") }.sorted().map { file in
    Source(
      name: String(file.dropLast(".mustache".count)), file: file,
      text: Array(try Data(contentsOf: folder.appending(path: file))))
  }
}

/// A visitor: a session, a vault key, dice with given faces, and a clock that stays still.
package struct Visitor {
  package var hall = site
  package var session = Session()
  package var vaultKey: VaultID?
  /// The next faces to roll, on six-sided dice unless `sides` says otherwise.
  package var faces: [Int] = []
  package var sides = 6
  package var now = 1_795_221_600

  package init(
    hall: Site = site, session: Session = Session(), vaultKey: VaultID? = nil, faces: [Int] = [],
    sides: Int = 6
  ) {
    self.hall = hall
    self.session = session
    self.vaultKey = vaultKey
    self.faces = faces
    self.sides = sides
  }

  /// Gets an address, which may have a query.
  package mutating func get(_ address: String) -> Response {
    let parts = address.split(separator: "?", maxSplits: 1)
    var request = Request(.get, String(parts[0]))
    if parts.count == 2 { request.query = (try? Form(urlencoded: parts[1].utf8)) ?? Form() }
    return ask(request)
  }

  /// Gets an address with this query.
  package mutating func get(_ path: String, _ query: [(name: String, value: String)]) -> Response {
    get("\(path)?\(PercentCoding.encode(query))")
  }

  /// Posts a form with the session's current revision.
  package mutating func post(_ path: String, _ form: String = "") -> Response {
    let game = features.games.first { path.hasPrefix($0.home) }
    return post(path, revision: game?.revision(in: session) ?? 0, form)
  }

  package mutating func post(_ path: String, revision: Int, _ form: String = "") -> Response {
    ask(Request(.post, path, body: "revision=\(revision)" + (form.isEmpty ? "" : "&\(form)")))
  }

  /// Every form that is refused must say why as all do.
  package mutating func ask(_ request: Request) -> Response {
    let response = hall.respond(
      to: request, session: &session, vaultKey: &vaultKey,
      random: Fixed(faces: faces, sides: sides), now: now)
    if response.status == .unprocessable {
      for flaw in response.flawsOfRefusal { Issue.record("\(request.path): \(flaw)") }
    }
    return response
  }
}

extension Game {
  /// The game's revision in a session; `nil` before its first move.
  package static func revision(in session: Session) -> Int? { session[State.self]?.revision }
}

/// A generator whose dice show the given faces in turn, over and over.
package struct Fixed: RandomNumberGenerator {
  let faces: [Int]
  let sides: Int
  private var index = 0

  package init(faces: [Int], sides: Int) {
    self.faces = faces.isEmpty ? [1] : faces
    self.sides = sides
  }

  package mutating func next() -> UInt64 {
    defer { index = (index + 1) % faces.count }
    // The middle of the range that the standard library maps to this face.
    let width = UInt64.max / UInt64(sides)
    return UInt64(faces[index] - 1) * width + width / 2
  }
}

extension Response {
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The value for a label in a definition list.
  package func fact(_ label: String) -> String? {
    guard let label = text.firstRange(of: "<dt>\(label)</dt><dd"),
      let end = text[label.upperBound...].firstIndex(of: ">")
    else { return nil }
    // A number that can be opened stands in the way to how it comes about.
    let value = text[text.index(after: end)...]
      .trimmingPrefix("<details class=\"why\" name=\"why\"><summary>")
    let main = value.prefix { $0 != "<" }
    let aside = value[main.endIndex...]
    // So does a small word right behind it, and not one that says the same in another way.
    let belongs = aside.starts(with: "<small>") && main.last != " "
    return String(main) + (belongs ? aside.dropFirst(7).prefix { $0 != "<" } : "")
  }

  /// Where it sends the browser, without the fragment.
  package var location: String? {
    headers.first { $0.name == "Location" }.map { String($0.value.prefix { $0 != "#" }) }
  }

  /// The fields that have mistakes, in the order of the page.
  package var wrongFields: [String] {
    text.matches(of: /<div class="wrong" id="([^"]+)-wrong">/).map { String($0.1) }
  }

  /// What is wrong with how a page refuses a form.
  ///
  /// It must say all mistakes that its title names, each once: at its field, which has the focus if
  /// it's the first, or above all forms where there's no field.
  fileprivate var flawsOfRefusal: [String] {
    guard let title = pageTitle, title.hasPrefix("Error: ") else { return [] }
    var flaws: [String] = []
    let said = text.matches(
      of: #/(?s)<div class="(?:wrong|problem)" id="[^>]*>(.*?)</div>/#)
    var rest = title.dropFirst("Error: ".count)
    for sentence in said.flatMap({ $0.1.matches(of: /<p>([^<]*)<\/p>/) }).map(\.1) {
      if let range = rest.firstRange(of: sentence) {
        rest.removeSubrange(range)
      } else {
        flaws.append("‘\(sentence)’ is said twice, or not in the title")
      }
    }
    if !rest.trimmingPrefix(while: \.isWhitespace).hasPrefix("–") {
      flaws.append("‘\(rest)’ is only in the title")
    }
    let fields = wrongFields
    for field in fields {
      guard let control = tag(of: field) else { continue }
      if !control.contains("\(field)-wrong") { flaws.append("\(field) isn’t described") }
      // In another site's page, a browser lets nothing have the focus by itself.
      if control.contains(#/ (autofocus|data-first)/#) != (field == fields.first) {
        flaws.append("the focus isn’t at \(fields[0])")
      }
    }
    return flaws
  }

  /// The start tag of an element; `nil` if there is none.
  package func tag(of id: String) -> Substring? {
    guard let range = text.firstRange(of: " id=\"\(id)\""),
      let start = text[..<range.lowerBound].lastIndex(of: "<"),
      let end = text[range.upperBound...].firstIndex(of: ">")
    else { return nil }
    return text[start...end]
  }

  package var pageTitle: String? {
    text.firstMatch(of: /<title>([^<]*)<\/title>/).map { String($0.1) }
  }
}
