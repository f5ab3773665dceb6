import Testing

@testable import Mustache

@Suite struct DelimiterTests {
  @Test(arguments: [
    Case("{{=<% %>=}}<% x %>{{x}}", #"{"x": 1}"#, "1{{x}}"),
    Case("{{=| |=}}|x||#t|y|/t|", #"{"x": 1, "t": true}"#, "1y"),
    Case("{{= [   ] =}}[x][={{ }}=]{{x}}", #"{"x": 1}"#, "11"),
    Case("{{=\n<<\t>>\n=}}<<x>>", #"{"x": 1}"#, "1"),
    Case("a\n{{=<% %>=}}\nb", "{}", "a\nb"),
    Case("a\r\n {{=<% %>=}} \r\nb", "{}", "a\r\nb"),
    Case("a {{=<% %>=}}\nb", "{}", "a \nb"),
    Case("{{=<% %>=}}<%&x%><%{x}%>", #"{"x": "<"}"#, "<<"),
    Case("{{=( )=}}(>p)(x)", #"{"x": 1}"#, "11", partials: ["p": "{{x}}"]),
    Case("{{>p}}{{x}}<x>", #"{"x": 1}"#, "11<x>", partials: ["p": "{{=< >=}}<x>"]),
    Case("{{#t}}{{=< >=}}</t>", #"{"t": true}"#, ""),
    Case("{{={{{ }}}=}}{{{x}}}", #"{"x": "&"}"#, "&amp;"),
  ])
  func `a tag may change the delimiters`(_ example: Case) throws { try example.check() }
}
