import Testing

@testable import Web

@Suite struct HostNameTests {
  @Test(arguments: [
    "localhost", "localhost:8080", "example.org", "EXAMPLE.org", "a-b_c.example:443", "127.0.0.1",
    "127.0.0.1:1", "[::1]", "[::1]:8080", "[2001:db8::7]:65535", "[::ffff:192.0.2.7]",
    String(repeating: "a", count: 255),
  ])
  func `names and addresses, with or without a port, are hosts`(text: String) {
    #expect(HostName.isValid(text))
  }

  @Test(arguments: [
    "", " ", ":", ":80", "a b", " a", "a ", "a:", "a:0", "a:99999", "a:65536", "a:+80", "a:-1",
    "a:8 0", "a:80:80", "a:٣", "a/b", "a?b", "a#b", "a@b", "user:pass@host", "a\r\nb", "a\u{0}",
    "é.example", "ａ.example", "a:\u{301}80", "[", "[]", "[::1", "::1", "[::1]80", "[::1]:",
    "[127.0.0.1]", "[::1/64]", "[1::2::3]", "[::1%25eth0]", "<script>", "a,b",
    String(repeating: "a", count: 256),
  ])
  func `anything else is not`(text: String) {
    #expect(!HostName.isValid(text))
  }
}
