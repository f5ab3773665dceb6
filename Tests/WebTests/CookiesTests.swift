import Testing

@testable import Web

@Suite struct CookiesTests {
  @Test(arguments: [
    ("id=abc", "abc"), ("a=1; id=abc; b=2", "abc"), ("a=1;id=abc", "abc"), ("\tid=abc", "abc"),
    ("id=\"abc\"", "abc"), ("id=a=b", "a=b"), ("id=", ""), ("id=first; id=second", "first"),
    ("xid=1; id=2", "2"), ("idx=1; id=2", "2"), ("id; id=2", "2"), (";;; id=2", "2"),
    ("id=\"", "\""), ("id=\"\"", ""), ("id=../../etc/passwd", "../../etc/passwd"),
    ("id=%2f", "%2f"),
  ])
  func `the first value of the name is found`(header: String, value: String) {
    #expect(Cookies.value(of: "id", in: header) == value)
  }

  @Test(arguments: [
    "", ";", "=", "id", "ID=1", "xid=1", "idx=1", "a=id", "a=1 id=2", "i\u{301}d=1", "id\u{301}=1",
  ])
  func `a similar name is not this one`(header: String) {
    #expect(Cookies.value(of: "id", in: header) == nil)
  }

  @Test func `the last of two hundred cookies is found`() {
    let many = (0..<200).map { "c\($0)=\($0); " }.joined()
    #expect(Cookies.value(of: "id", in: many + "id=here") == "here")
  }

  @Test func `eight kilobytes of value come back whole`() {
    let value = String(repeating: "x", count: 8_192)
    #expect(Cookies.value(of: "id", in: "id=\(value)") == value)
  }
}
