import Glibc
import Testing
import Web

@testable import FastCGI

@Suite struct AnswerRecordsTests {
  private func records(_ response: Response, isHead: Bool = false) throws -> [UInt8] {
    var filled = AnswerRecords()
    filled.fill(response, isHead: isHead, request: 0x0102, end: [7, 7])
    let records = filled
    var ends: [2 of Int32] = [-1, -1]
    var span = ends.mutableSpan
    let code = span.withUnsafeMutableBufferPointer {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0.baseAddress)
    }
    #expect(code == 0)
    let (reading, writing) = (ends[0], ends[1])
    // More than a socket holds, so somebody must read meanwhile.
    try startThread { [records] in
      defer { close(writing) }
      var records = records
      if !records.send(to: writing, WatchPlace(Watch(places: 1, loops: 1))) {
        Issue.record("not everything went out")
      }
    }
    defer { close(reading) }
    var sent: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while case let count = read(reading, &room, room.count), count > 0 { sent += room[..<count] }
    #expect(sent.suffix(2) == [7, 7])
    return sent.dropLast(2)
  }

  @Test func `head and body are a record each, and HEAD has no second one`() throws {
    let head = Array("Status: 200 OK\r\nContent-Length: 3\r\n\r\n".utf8)
    let first = [1, 6, 1, 2, 0, UInt8(head.count), 0, 0] + head
    let response = Response(body: Array("abc".utf8))
    #expect(try records(response) == first + [1, 6, 1, 2, 0, 3, 0, 0] + Array("abc".utf8))
    #expect(try records(response, isHead: true) == first)
  }

  @Test func `no record is longer than the protocol allows`() throws {
    let body = (0..<0x1_0002).map { UInt8(truncatingIfNeeded: $0) }
    let sent = try records(Response(body: body))
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
