import ArgumentParser
import Testing

@testable import dicehall

/// Options that `serve` reads without the library, which must never notice.
@Suite struct TypedOptionsTests {
  private static let names = Serve.helpMessage(columns: 1000).matches(of: /\n  --([a-z-]+)/)
    .map { "--\($0.1)" }.filter { !["--help", "--version"].contains($0) }

  /// Each option takes at least one of them.
  private static let texts = [
    "12", "open", "text", "info", "power", "127.0.0.1:9000", "10G", "https://a.example",
  ]

  /// All that is in it.
  private func contents(_ serve: Serve) -> String {
    var text = ""
    dump(serve, to: &text)
    return text
  }

  @Test func `there are options`() { #expect(TypedOptionsTests.names.count > 30) }

  @Test(arguments: names)
  func `an option is read as the library reads it`(name: String) throws {
    let texts = TypedOptionsTests.texts
    let text = try #require(texts.first { (try? Serve.parse([name, $0])) != nil })
    for words in [[name, text], ["\(name)=\(text)"]] {
      let read = contents(try #require(Serve(typed: words[...])))
      #expect(read == contents(try Serve.parse(words)))
      #expect(read != contents(try Serve.parse([])))
    }
  }

  @Test func `what may be repeated is all kept`() throws {
    let words = ["--trusted-proxy", "10.0.0.1", "--trusted-proxy=10.0.0.0/8"]
    #expect(contents(try #require(Serve(typed: words[...]))) == contents(try Serve.parse(words)))
  }

  @Test(arguments: [
    "--workers", "--workers 0", "--workers -1", "--workers two", "--workers 1 --workers 2",
    "--help", "--log loud", "--nothing 1", "--state= --store=", "12",
  ])
  func `mistakes and everything unusual are the library's`(line: String) {
    #expect(Serve(typed: line.split(separator: " ").map(String.init)[...]) == nil)
  }
}
