import Testing
import Web

@testable import FastCGI

@Suite struct AnswerRecordsTests {
  private func records(_ response: Response, isHead: Bool = false) -> [UInt8] {
    var records = AnswerRecords()
    records.fill(response, isHead: isHead, request: 0x0102)
    return records.bytes
  }

  @Test func `head and body are a record each, and HEAD has no second one`() {
    let head = Array("Status: 200 OK\r\nContent-Length: 3\r\n\r\n".utf8)
    let first = [1, 6, 1, 2, 0, UInt8(head.count), 0, 0] + head
    let response = Response(body: Array("abc".utf8))
    #expect(records(response) == first + [1, 6, 1, 2, 0, 3, 0, 0] + Array("abc".utf8))
    #expect(records(response, isHead: true) == first)
  }

  @Test func `no record is longer than the protocol allows`() {
    let body = (0..<0x1_0002).map { UInt8(truncatingIfNeeded: $0) }
    let sent = records(Response(body: body))
    let head = Int(sent[4]) << 8 | Int(sent[5])
    var tail = sent[(8 + head)...]
    #expect(Array(tail.prefix(8)) == [1, 6, 1, 2, 0xFF, 0xFF, 0, 0])
    #expect(tail.dropFirst(8).prefix(0xFFFF).elementsEqual(body.prefix(0xFFFF)))
    tail = tail.dropFirst(8 + 0xFFFF)
    #expect(Array(tail) == [1, 6, 1, 2, 0, 3, 0, 0] + body.suffix(3))
  }

  @Test func `an end closes the output and the request`() {
    #expect(
      EndRequest(request: 0x0102).end
        == [1, 6, 1, 2, 0, 0, 0, 0] + [1, 3, 1, 2, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }
}
