import FastCGI
import Foundation
import Logging
import Site
import Testing
import Web

@testable import dicehall

@Suite struct RequestLogTests {
  /// A request to `/craps/roll` that took so many milliseconds.
  private func report(
    _ status: Status, milliseconds: Int64 = 3, isSent: Bool = true
  ) -> RequestReport {
    var response = Response(status, body: Array("four".utf8))
    response.route = hall.routeNumber(of: "/craps/roll")
    var moments = RequestReport.Moments()
    moments.begun = 1000
    moments.read = 1100
    moments.started = 1600
    moments.answered = 1000 + milliseconds * 1000 - 7
    moments.sent = 1000 + milliseconds * 1000
    return RequestReport(id: .drawn(0xAB), method: .post, response, isSent: isSent, moments)
  }

  /// The line without its time.
  private func line(
    _ report: RequestReport, _ format: LogFormat = .text, from level: Logger.Level = .info
  ) -> String? {
    let log = RequestLog(format: format, level: level, slow: 500_000)
    return log.line(for: report).map { line in
      let text = String(decoding: line.ended(), as: UTF8.self)
      return text.replacing(
        /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ/, with: "NOW", maxReplacements: 1)
    }
  }

  @Test func `a line has number, method, route, status, size and time`() {
    #expect(
      line(report(.seeOther)) == """
        NOW info request id=00000000000000ab method=POST route=/craps/roll status=303 bytes=4 \
        ms=3.000

        """)
    #expect(
      line(report(.seeOther), .json) == """
        {"time":"NOW","level":"info","message":"request","id":"00000000000000ab",\
        "method":"POST","route":"/craps/roll","status":303,"bytes":4,"ms":3.000}

        """)
  }

  @Test func `a slow request is told with its phases`() throws {
    let text = try #require(line(report(.ok, milliseconds: 500)))
    #expect(text.hasPrefix("NOW warning slow request id="))
    #expect(
      text.hasSuffix("ms=500.000 read_ms=0.100 wait_ms=0.500 answer_ms=499.393 send_ms=0.007\n"))
    #expect(line(report(.ok, milliseconds: 499))?.contains("NOW info request ") == true)
  }

  @Test(arguments: [
    (Status.ok, "info"), (.seeOther, "info"), (.notModified, "info"), (.forbidden, "notice"),
    (.methodNotAllowed, "notice"), (.contentTooLarge, "notice"), (.unsupportedMediaType, "notice"),
    (.tooManyRequests, "notice"), (.serverError, "error"), (.unavailable, "warning"),
  ])
  func `what was refused or failed is more than ordinary`(status: Status, level: String) {
    #expect(line(report(status))?.hasPrefix("NOW \(level) request ") == true)
  }

  @Test func `only what is important enough is written`() {
    #expect(line(report(.ok), from: .notice) == nil)
    #expect(line(report(.forbidden), from: .notice) != nil)
    #expect(line(report(.forbidden), from: .warning) == nil)
    #expect(line(report(.ok, milliseconds: 900), from: .warning) != nil)
    #expect(line(report(.serverError), from: .error) != nil)
  }

  @Test func `an answer that didn't go out whole is marked`() {
    #expect(line(report(.ok, isSent: false))?.hasSuffix(" ms=3.000 cut=true\n") == true)
    #expect(line(report(.ok, isSent: false), from: .notice) != nil)
  }

  @Test(arguments: [
    ("plain/path", "plain/path"), ("two words", "\"two words\""), ("", "\"\""),
    ("a\"b", "\"a\\\"b\""), ("a=b", "\"a=b\""), ("a\nb", "\"a\\nb\""),
  ])
  func `a text that could be taken for more stands in quotes`(value: String, written: String) {
    var line = LogLine(.text, .info, "one\nline")
    line.append("x", value)
    let text = String(decoding: line.ended(), as: UTF8.self)
    #expect(text.hasSuffix("Z info one line x=\(written)\n"))
  }

  @Test func `a line of JSON can be read whatever is in it`() throws {
    var line = LogLine(.json, .error, "\"quoted\"\n\\")
    line.append("file", "a\u{1}é\"")
    line.append("flag", true)
    let read = try JSONSerialization.jsonObject(with: Data(line.ended())) as? [String: Any]
    #expect(read?["message"] as? String == "\"quoted\"\n\\")
    #expect(read?["file"] as? String == "a\u{1}é\"")
    #expect(read?["flag"] as? Bool == true)
    let time = try #require(read?["time"] as? String)
    let moment = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
    #expect(abs(moment.timeIntervalSinceNow) < 60)
  }
}
