import Testing

@testable import Web

/// Which POSTs count as coming from another site's page.
@Suite struct CrossSiteTests {
  /// `Sec-Fetch-Site`, `Origin`, `Host`, and whether the POST counts as cross-site.
  @Test(
    arguments: [
      (nil, nil, "a.example", false), (nil, nil, nil, false),
      ("same-origin", nil, "a.example", false), ("none", nil, "a.example", false),
      ("same-origin", "https://evil.example", "a.example", false),
      ("cross-site", nil, "a.example", true), ("same-site", nil, "a.example", true),
      ("cross-site", "https://a.example", "a.example", true), ("", nil, "a.example", true),
      ("Same-Origin", nil, "a.example", true), ("same-origin, none", nil, "a.example", true),
      (nil, "https://a.example", "a.example", false), (nil, "http://a.example", "a.example", false),
      (nil, "http://a.example:8080", "a.example:8080", false),
      (nil, "http://A.Example", "a.eXample", false), (nil, "http://[::1]:80", "[::1]:80", false),
      (nil, "https://evil.example", "a.example", true), (nil, "null", "a.example", true),
      (nil, "", "a.example", true), (nil, "a.example", "a.example", true),
      (nil, "http://a.example:8080", "a.example", true), (nil, "http://a.example", nil, true),
      (nil, "http://a.example.evil.example", "a.example", true),
      (nil, "http://evil.example/a.example", "a.example", true),
      (nil, "http://a.example@evil.example", "a.example", true),
      (nil, "http://b.a.example", "a.example", true),
    ] as [(String?, String?, String?, Bool)])
  func `a cross-site POST is recognised by headers that only browsers send`(
    fetchSite: String?, origin: String?, host: String?, isCrossSite: Bool
  ) {
    var request = Request(.post, "/craps/roll")
    request.fetchSite = fetchSite
    request.origin = origin
    request.host = host
    #expect(request.isCrossSite == isCrossSite)
  }
}
