import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// A house with rooms, in which several people play.
struct RoomHouse {
  let stores = FakeStorage()
  let hall: Site

  init(publicURL: String? = nil) { hall = makeSite(stores, publicURL: publicURL) }

  func guest(faces: [Int] = []) -> RoomGuest {
    RoomGuest(visitor: Visitor(hall: hall, faces: faces))
  }

  /// Opens a room.
  /// - Returns: its code, and whoever leads it.
  func open(_ form: String) throws -> (code: String, host: RoomGuest) {
    var host = guest()
    let answer = host.post("/room/open", form)
    #expect(answer.status == .seeOther)
    let place = try #require(answer.header("Location"))
    let code = try #require(place.split(separator: "/").dropFirst().first)
    return (String(code), host)
  }

  /// Somebody who has joined.
  func seat(_ name: String, in code: String, faces: [Int] = []) -> RoomGuest {
    var guest = guest(faces: faces)
    #expect(guest.post("/room/\(code)/join", "name=\(name)").status == .seeOther)
    return guest
  }
}

/// Somebody with a browser that keeps a session and a host's cookie.
struct RoomGuest {
  var visitor: Visitor
  var cookies = ""

  mutating func get(_ address: String) -> Response {
    let parts = address.split(separator: "?", maxSplits: 1)
    var request = Request(.get, String(parts[0]))
    request.host = "dice.example"
    request.cookies = cookies
    if parts.count == 2 { request.query = (try? Form(urlencoded: parts[1].utf8)) ?? Form() }
    return visitor.ask(request)
  }

  /// Posts a form as it is.
  mutating func post(_ path: String, _ form: String = "") -> Response {
    var request = Request(.post, path, body: form)
    request.host = "dice.example"
    request.cookies = cookies
    var answer = visitor.ask(request)
    if answer.status == .temporaryRedirect, let place = answer.header("Location") {
      request = Request(.post, String(place.prefix { $0 != "?" }), body: form)
      request.host = "dice.example"
      request.query = Form([.init(name: "again", value: "yes")])
      answer = visitor.ask(request)
    }
    if let cookie = answer.header("Set-Cookie") { cookies = String(cookie.prefix { $0 != ";" }) }
    return answer
  }

  /// Presses a button of the page at `page`, with the number of the press that is on it.
  mutating func press(_ path: String, on page: String, _ form: String = "") -> Response {
    let press = get(page).text.firstMatch(of: /name="press" value="([0-9]+)"/)?.1 ?? "none"
    return post(path, "press=\(press)" + (form.isEmpty ? "" : "&\(form)"))
  }
}

extension Response {
  /// The heading that says what happened.
  var outcome: String? {
    text.firstMatch(of: /<h2 class="outcome"[^>]*>([^<]*)</).map { String($0.1) }
  }
}
