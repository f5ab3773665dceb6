import Testing

@testable import Web

@Suite struct MultipartTests {
  private let type = "multipart/form-data; boundary=AaB03x"

  private func read(_ lines: [String], type: String? = nil) throws -> Multipart {
    try Multipart(Array(lines.joined(separator: "\r\n").utf8), contentType: type ?? self.type)
  }

  private func part(_ name: String, _ content: String, _ more: String...) -> [String] {
    ["--AaB03x", "Content-Disposition: form-data; name=\"\(name)\""] + more + ["", content]
  }

  private func refusal(_ body: [UInt8], type: String? = nil) -> Status? {
    do throws(Refusal) {
      _ = try Multipart(body, contentType: type ?? self.type)
      return nil
    } catch {
      return error.status
    }
  }

  private func refusal(_ lines: [String], type: String? = nil) -> Status? {
    refusal(Array(lines.joined(separator: "\r\n").utf8), type: type)
  }

  @Test func `a form as browsers send it is read`() throws {
    let form = try read(
      part("revision", "17")
        + [
          "--AaB03x",
          #"Content-Disposition: form-data; name="file"; filename="C:\Temp\a \"b\".json""#,
          "Content-Type: application/json", "", "{\r\n  \"a\": 1\r\n}\r\n", "--AaB03x--", "",
        ])
    #expect(form.parts.map(\.name) == ["revision", "file"])
    #expect(form.parts.map(\.hasFile) == [false, true])
    #expect(form["revision"]?.text == "17")
    #expect(form["file"]?.text == "{\r\n  \"a\": 1\r\n}\r\n")
    #expect(form["other"] == nil)
  }

  @Test func `bytes are not changed`() throws {
    let content: [UInt8] = Array(0...255) + [13, 10, 45, 45, 65, 97, 66]
    let head = Array("--AaB03x\r\nContent-Disposition: form-data; name=file\r\n\r\n".utf8)
    let form = try Multipart(head + content + Array("\r\n--AaB03x--".utf8), contentType: type)
    #expect(form["file"].map { Array($0.content) } == content)
    #expect(form["file"]?.text == nil)
  }

  @Test func `an empty part counts, and the first of each name wins`() throws {
    let form = try read(part("a", "") + part("a", "2") + ["--AaB03x--"])
    #expect(form.parts.count == 2)
    #expect(form["a"]?.text == "")
  }

  @Test func `anything before and after the parts is ignored`() throws {
    let form = try read(
      ["a preamble", "--AaB03xy", "not yet"] + part("a", "1")
        + ["--AaB03x--  ", "--AaB03x", "an epilogue"])
    #expect(form.parts.map(\.name) == ["a"])
    #expect(form["a"]?.text == "1")
  }

  @Test func `a boundary may be followed by blanks, but nothing else`() throws {
    let lines = part("a", "1\r\n--AaB03xyz\r\n--AaB03x-\r\n --AaB03x\r\n--aab03x")
    let form = try read(lines + ["--AaB03x \t"] + part("b", "2").dropFirst() + ["--AaB03x--"])
    #expect(form["a"]?.text == "1\r\n--AaB03xyz\r\n--AaB03x-\r\n --AaB03x\r\n--aab03x")
    #expect(form["b"]?.text == "2")
  }

  @Test(arguments: [
    "multipart/form-data; boundary=\"AaB03x\"",
    "multipart/form-data; charset=UTF-8; boundary=AaB03x",
    "Multipart/Form-Data;BOUNDARY=AaB03x ;", "multipart/form-data; boundary = AaB03x",
  ])
  func `a boundary may be quoted, among other parameters`(type: String) throws {
    #expect(try read(part("a", "1") + ["--AaB03x--"], type: type)["a"]?.text == "1")
  }

  @Test func `a boundary may contain blanks and punctuation`() throws {
    let boundary = "a b'()+_,-./:=?c"
    let form = try read(
      ["--\(boundary)", "Content-Disposition: form-data; name=a", "", "1", "--\(boundary)--"],
      type: "multipart/form-data; boundary=\"\(boundary)\"")
    #expect(form["a"]?.text == "1")
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=\"\"", "multipart/form-data; boundary=\"a",
    "multipart/form-data; boundary=\"a \"", "multipart/form-data; boundary=a\u{e9}",
    "multipart/form-data; boundary=\"a\" b", "multipart/form-data; boundary=a%b",
    "multipart/form-data; boundary=" + String(repeating: "a", count: 71), "",
  ])
  func `without a boundary the form is refused`(type: String) {
    #expect(refusal(part("a", "1") + ["--AaB03x--"], type: type) == .badRequest)
  }

  @Test(arguments: [
    "", "--", "--AaB03x", "--AaB03x-", "--AaB03x\r\n", "AaB03x--", "--AaB03x\n\n--AaB03x--",
    "--AaB03x text\r\n\r\n--AaB03x--", "--AaB03x\r\n\r\n1\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
    "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x",
    "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x\r\n",
    "--AaB03x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\n1\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--AaB03x--",
    "--AaB03x\r\nContent-Type: text/plain\r\n\r\n1\r\n--AaB03x--",
    "--AaB03x\r\nno header\r\n\r\n1\r\n--AaB03x--",
    "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r1\r\n--AaB03x--",
  ])
  func `a truncated or garbled form is refused`(body: String) {
    #expect(refusal(Array(body.utf8)) == .badRequest)
  }

  @Test func `nested parts and other encodings are refused`() {
    let end = ["--AaB03x--"]
    #expect(
      refusal(part("a", "1", "Content-Type: multipart/mixed; boundary=b") + end)
        == .unsupportedMediaType)
    #expect(
      refusal(part("a", "1", "Content-Transfer-Encoding: base64") + end) == .unsupportedMediaType)
    #expect(refusal(part("a", "1", "content-transfer-encoding: 8BIT") + end) == nil)
  }

  @Test func `huge headers are refused, in one line or in many`() {
    let long = "X-Long: " + String(repeating: "x", count: 5_000)
    #expect(refusal(part("a", "1", long) + ["--AaB03x--"]) == .contentTooLarge)
    let many = (0..<1_000).map { "X-\($0): 1" }.joined(separator: "\r\n")
    #expect(refusal(part("a", "1", many) + ["--AaB03x--"]) == .contentTooLarge)
  }

  @Test func `a hundred thousand parts are refused at the seventeenth`() {
    let one = part("a", "1").joined(separator: "\r\n") + "\r\n"
    #expect(refusal(Array(String(repeating: one, count: 100_000).utf8)) == .contentTooLarge)
    func status(whenBroken number: Int) -> Status? {
      refusal(Array((String(repeating: one, count: number - 1) + "--AaB03x\r\n\r\n").utf8))
    }
    #expect(status(whenBroken: 17) == .badRequest)
    // Whoever read on would find it broken.
    #expect(status(whenBroken: 18) == .contentTooLarge)
    #expect(refusal(Array((String(repeating: one, count: 16) + "--AaB03x--").utf8)) == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a body of line breaks and near boundaries is read in one pass`() {
    // Hours, if each near boundary started it over; seconds on the slowest machine otherwise.
    let near = Array(String(repeating: "\r\n--AaB03", count: 400_000).utf8)
    #expect(refusal(near) == .badRequest)
  }
}
