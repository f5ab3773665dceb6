import Testing

@testable import Web

/// How the operator's settings and the web server's variables determine mount, host and scheme.
@Suite struct GatewayTests {
  /// A request that comes by way of proxies, of which we trust two.
  private func proxied(
    _ variables: [String: String] = [:], at target: String = "/", host: String? = nil,
    scheme: String? = nil
  ) throws -> Request {
    var variables = variables
    variables["HTTP_X_FORWARDED_HOST"] = host
    variables["HTTP_X_FORWARDED_PROTO"] = scheme
    let proxies = ["127.0.0.1", "2001:db8::/32"].compactMap(AddressBlock.init)
    return try Request.read(target, variables, gateway: Gateway(trustedProxies: proxies))
  }

  /// The gateway's mount, `SCRIPT_NAME`, `PATH_INFO`, then the resulting mount and path of
  /// `/games/craps`.
  @Test(
    arguments: [
      (nil, nil, nil, "", "/games/craps"), (nil, "/games", "/craps", "/games", "/craps"),
      (nil, "/games/", "/craps", "/games", "/craps"), (nil, "", "/games/craps", "", "/games/craps"),
      (nil, "/games/craps", nil, "", "/games/craps"),
      (nil, nil, "/games/craps", "", "/games/craps"),
      ("/games", nil, nil, "/games", "/craps"), ("/games/", "/x", "/y", "/games", "/craps"),
      ("games", nil, nil, "/games", "/craps"), ("//games", nil, nil, "/games", "/craps"),
      ("", "/games", "/craps", "", "/games/craps"), ("/", nil, nil, "", "/games/craps"),
    ] as [(String?, String?, String?, String, String)])
  func `the operator's mount counts, otherwise the server's if it sends PATH_INFO`(
    given: String?, scriptName: String?, pathInfo: String?, mount: String, path: String
  ) throws {
    var variables: [String: String] = [:]
    variables["SCRIPT_NAME"] = scriptName
    variables["PATH_INFO"] = pathInfo
    let request = try Request.read("/games/craps", variables, gateway: Gateway(mount: given))
    #expect(request.mount == mount)
    #expect(request.path == path)
  }

  @Test(
    arguments: [
      ([:], false), (["REQUEST_SCHEME": "https"], true), (["REQUEST_SCHEME": "http"], false),
      (["HTTPS": "on"], true), (["HTTPS": "off"], false), (["HTTPS": ""], false),
      (["HTTP_X_FORWARDED_PROTO": "https"], false),
    ] as [([String: String], Bool)])
  func `https is what the web server says`(variables: [String: String], isSecure: Bool) throws {
    #expect(try Request.read("/", variables).isSecure == isSecure)
  }

  @Test func `a public address with https makes every request secure`() throws {
    let gateway = Gateway(isPublicSecure: true)
    #expect(try Request.read("/", ["REQUEST_SCHEME": "http"], gateway: gateway).isSecure)
  }

  @Test(arguments: ["127.0.0.1", "::ffff:127.0.0.1", "2001:db8::5"])
  func `a trusted proxy speaks for the browser`(peer: String) throws {
    let request = try proxied(["REMOTE_ADDR": peer], host: "games.example:8443", scheme: "https")
    #expect(request.host == "games.example:8443")
    #expect(request.isSecure)
  }

  @Test(
    arguments: [
      ("198.51.100.7", nil, "198.51.100.7"), ("198.51.100.7", "192.0.2.1", "198.51.100.7"),
      ("127.0.0.1", nil, "127.0.0.1"), ("127.0.0.1", "192.0.2.1", "192.0.2.1"),
      ("127.0.0.1", "203.0.113.9, 192.0.2.1", "192.0.2.1"),
      ("127.0.0.1", "192.0.2.1, 2001:db8::7", "192.0.2.1"),
      ("127.0.0.1", "2001:db8::7", "127.0.0.1"), ("127.0.0.1", "", "127.0.0.1"),
    ] as [(String, String?, String)])
  func `the client is the last address that is not one of our proxies`(
    peer: String, forwarded: String?, client: String
  ) throws {
    var variables = ["REMOTE_ADDR": peer]
    variables["HTTP_X_FORWARDED_FOR"] = forwarded
    #expect(try proxied(variables).client == client)
  }

  @Test(arguments: ["127.0.0.2", "::1", "", "unix:", "127.0.0.1, 10.0.0.1"])
  func `any other peer doesn't`(peer: String) throws {
    let variables = ["REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": "127.0.0.1"]
    let request = try proxied(variables, host: "evil.example", scheme: "https")
    #expect(request.host == "localhost")
    #expect(!request.isSecure)
  }

  @Test func `the browser's scheme outranks the one behind the proxy`() throws {
    #expect(try !proxied(["REQUEST_SCHEME": "https", "HTTPS": "on"], scheme: "http").isSecure)
  }

  @Test func `of several proxies the first says what the browser asked for`() throws {
    let request = try proxied(host: "games.example, inner", scheme: "https, http")
    #expect(request.host == "games.example")
    #expect(request.isSecure)
  }

  @Test func `a silent proxy leaves host and scheme to the server`() throws {
    let request = try proxied(["HTTPS": "on"])
    #expect(request.host == "localhost")
    #expect(request.isSecure)
  }

  @Test(arguments: ["", "a b", ", games.example", "<b>"])
  func `a forwarded host is checked too`(host: String) throws {
    let refusal = try #require(throws: Refusal.self) { try proxied(host: host) }
    #expect(refusal.status == .badRequest)
  }
}
