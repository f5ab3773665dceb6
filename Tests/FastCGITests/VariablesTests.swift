import Glibc
import Testing
import Web

@testable import FastCGI

@Suite struct VariablesTests {
  /// Reads the texts, calls the closure to look things up, and frees the memory.
  private func lookUp(
    _ names: [RequestVariable], in texts: [String], limits: Limits = Limits()
  ) throws(Refusal) -> [String?] {
    var list: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for text in list { free(text) } }
    var variables = Variables()
    let result = list.withUnsafeMutableBufferPointer { buffer -> Result<[String?], Refusal> in
      guard let start = buffer.baseAddress else { return .success([]) }
      do throws(Refusal) {
        try variables.read(start, limits: limits)
        return .success(names.map { variables[$0] })
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  @Test func `a value is found by its whole name`() throws {
    let texts = ["HTTP_HOST_X=1", "HTTP_HOST=here", "HTTPS=", "REQUEST_URI=/?a=b", "HTTP=2"]
    #expect(
      try lookUp([.host, .https, .target, .cookie, .method], in: texts)
        == ["here", "", "/?a=b", nil, nil])
  }

  @Test func `every variable has a name of its own`() throws {
    let texts = RequestVariable.allCases.map { "\($0.name)=\($0)" }
    #expect(
      try lookUp(RequestVariable.allCases, in: texts) == RequestVariable.allCases.map { "\($0)" })
  }

  @Test func `the first of doubled variables counts`() throws {
    #expect(try lookUp([.host], in: ["HTTP_HOST=first", "HTTP_HOST=second"]) == ["first"])
  }

  @Test func `a text without an equals sign is not a variable`() throws {
    #expect(try lookUp([.host], in: ["HTTP_HOST", "B=1"]) == [nil])
  }

  @Test func `as many variables as the limit are read`() throws {
    let texts = (0..<255).map { "V\($0)=x" } + ["HTTPS=x"]
    #expect(try lookUp([.https], in: texts) == ["x"])
    #expect(throws: Refusal.self) { try lookUp([], in: texts + ["W=x"]) }
  }

  @Test func `a long value is refused, and a long address by its own status`() throws {
    let long = String(repeating: "x", count: 16 * 1024)
    #expect(try lookUp([.cookie], in: ["HTTP_COOKIE=\(long)"]) == [long])
    for (name, status) in [("A", Status.headersTooLarge), ("REQUEST_URI", .uriTooLong)] {
      let error = #expect(throws: Refusal.self) { try lookUp([], in: ["\(name)=\(long)x"]) }
      #expect(error?.status == status)
    }
  }

  @Test func `values that are too long together are refused`() {
    let texts = (0..<5).map { "V\($0)=" + String(repeating: "x", count: 15_000) }
    #expect(throws: Refusal.self) { try lookUp([], in: texts) }
  }

  @Test func `bytes that are not text do not stop reading`() throws {
    let bytes = Array("HTTPS=".utf8CString.dropLast()) + [-1, 0]
    var text: UnsafeMutablePointer<CChar>? = strdup(bytes)
    defer { free(text) }
    var variables = Variables()
    try withUnsafeMutablePointer(to: &text) { first in
      var list: [UnsafeMutablePointer<CChar>?] = [first.pointee, nil]
      try variables.read(&list, limits: Limits())
      #expect(variables[.https] == "\u{FFFD}")
    }
  }
}
