import Testing

@testable import Mustache

@Suite struct CommentTests {
  @Test(arguments: [
    Case("a{{! nothing }}b", "{}", "ab"),
    Case("a {{! one\ntwo }} b", "{}", "a  b"),
    Case("a\n{{! alone }}\nb", "{}", "a\nb"),
    Case("a\r\n  {{! alone }}\r\nb", "{}", "a\r\nb"),
    Case("a\n{{!\nlong\n}}\nb", "{}", "a\nb"),
    Case("{{! last }}", "{}", ""),
    Case("  {{! not alone }} x\n", "{}", "   x\n"),
    Case("{{!}}x", "{}", "x"),
    Case("{{! {{x }}y", "{}", "y"),
    Case("{{!x}}{{x}}", #"{"x": 1, "!x": 2}"#, "1"),
  ])
  func `a comment shows nothing`(_ example: Case) throws { try example.check() }
}
