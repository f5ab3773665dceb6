import Testing

@testable import Web

/// A simple repeatable generator, good enough to vary inputs (full period).
struct Bytes {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// A random sequence of pieces that matter to parsers.
  mutating func text(from pieces: [String], upTo count: Int) -> String {
    (0..<below(count + 1)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  mutating func bytes(upTo count: Int) -> [UInt8] {
    (0..<below(count + 1)).map { _ in UInt8(below(256)) }
  }
}

/// Random foreign bytes: each gives an answer or a refusal, never a trap.
@Suite struct RandomInputTests {
  @Test func `random parts as an upload give parts or a refusal`() {
    var random = Bytes(state: 6)
    let pieces = [
      "--b", "\r\n", "--", "Content-Disposition: form-data; name=\"a\"", ":", ";", "=", "\"", "\\",
      "\r", "\n", "é", "Content-Type: text/plain", "\r\n\r\n", "\r\n--b",
    ]
    var read = 0
    for round in 0..<10_000 {
      let parts = (0..<random.below(3)).map { _ in
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
      }
      let text =
        parts.joined() + random.text(from: pieces, upTo: 6) + (round % 2 == 0 ? "--b--" : "")
      let type = "multipart/form-data; boundary=b"
      guard let upload = try? Multipart(Array(text.utf8), contentType: type) else { continue }
      read += 1
      #expect(upload.parts.count <= 16)
    }
    #expect(100..<9_900 ~= read)
  }

  @Test func `random bytes as a form give fields or a refusal`() {
    var random = Bytes(state: 1)
    var read = 0
    for round in 0..<5_000 {
      let bytes =
        round % 2 == 0
        ? random.bytes(upTo: 40)
        : Array(random.text(from: ["a", "=", "&", "%", "4", "1", "+", "é", "%c3"], upTo: 40).utf8)
      guard let form = try? Form(urlencoded: bytes) else { continue }
      read += 1
      #expect(form.fields.count <= 64)
      #expect(form.fields.allSatisfy { !$0.value.utf8.contains(0) })
    }
    #expect(read > 100)
  }

  @Test func `random addresses give a clean path or a refusal`() {
    var random = Bytes(state: 2)
    let pieces = [
      "/", "/", "..", ".", "%2e", "%2F", "%5c", "\\", "games", "a", "?", "&", "=", "%00", "%0d",
      "%",
      "é", "\u{301}", "#", "%c0%ae", ":", "//",
    ]
    var read = 0
    for round in 0..<10_000 {
      let target = "/" + random.text(from: pieces, upTo: 10)
      let gateway = Gateway(mount: round % 2 == 0 ? "" : "/games")
      guard let request = try? Request.read(target, gateway: gateway) else { continue }
      read += 1
      // By bytes: a slash and a combining mark are one `Character`.
      #expect(request.path.utf8.first == UInt8(ascii: "/"))
      let segments = request.path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
      #expect(!segments.contains(Array("..".utf8)) && !segments.contains(Array(".".utf8)))
      #expect(request.path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x5C })
    }
    #expect(read > 100)
  }

  @Test func `random variables give a request or a refusal`() {
    var random = Bytes(state: 3)
    let names = [
      "REQUEST_METHOD", "CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_HOST", "HTTP_ORIGIN", "HTTP_COOKIE",
      "HTTP_SEC_FETCH_SITE", "SCRIPT_NAME", "PATH_INFO", "REMOTE_ADDR", "HTTP_X_FORWARDED_HOST",
    ]
    let pieces = [
      "POST", "0", "9", ":", "::", ".", "1", "[", "]", "/", " ", "a", "\u{0}", "\r\n", ";", "=",
      "\"",
      "é", "http://", "f", "-",
    ]
    let gateway = Gateway(trustedProxies: ["0.0.0.0/0", "::/0"].compactMap(AddressBlock.init))
    var read = 0
    for _ in 0..<10_000 {
      var variables: [String: String] = [:]
      for _ in 0..<4 {
        variables[names[random.below(names.count)]] = random.text(from: pieces, upTo: 6)
      }
      guard let request = try? Request.read("/", variables, gateway: gateway) else { continue }
      read += 1
      #expect(0...Request.maximumBody ~= request.bodyLength)
      #expect(request.mount.isEmpty || request.mount.first == "/" && request.mount.last != "/")
      #expect(!request.mount.hasPrefix("//"))
      _ = request.isCrossSite
      _ = Cookies.value(of: "a", in: request.cookies)
      _ = try? request.form()
    }
    #expect(read > 100)
  }

  @Test func `random addresses of peers are blocks or not`() {
    var random = Bytes(state: 4)
    var read = 0
    for _ in 0..<20_000 {
      let text = random.text(from: ["1", "0", "25", ".", ":", "::", "f", "/", "8", "+"], upTo: 12)
      guard let block = AddressBlock(text) else { continue }
      read += 1
      let address = text.split(separator: "/").first.map(String.init) ?? ""
      #expect(block.contains(address))
    }
    #expect(read > 100)
  }
}
