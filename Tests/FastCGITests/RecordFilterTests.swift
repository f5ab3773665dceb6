import CFCGI
import Glibc
import Testing

@testable import FastCGI

@Suite struct RecordFilterTests {
  /// A record as the protocol's specification defines it.
  private func record(
    _ type: UInt8, _ content: [UInt8] = [], request: UInt8 = 0, padding: UInt8 = 0
  ) -> [UInt8] {
    [1, type, 0, request, UInt8(content.count >> 8), UInt8(content.count & 255), padding, 0]
      + content + [UInt8](repeating: 7, count: Int(padding))
  }

  private func question(_ names: [String], padding: UInt8 = 0) -> [UInt8] {
    record(9, names.flatMap { Wire.pair($0, "") }, padding: padding)
  }

  /// What libfcgi gets of bytes that arrive in pieces of that size, and what the peer is answered.
  private func filtered(
    _ bytes: [UInt8], inPiecesOf size: Int = .max, mostVariables: Int = 1000
  ) throws -> (passed: [UInt8], answers: [UInt8], isBetweenRecords: Bool) {
    var filter = RecordFilter(
      values: ConnectionValues(connections: 288, requests: 32), mostVariables: mostVariables)
    filter.startRequest()
    var passed: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var buffer = [UInt8](repeating: 0xEE, count: 8 + min(size, rest.count))
      try buffer.withUnsafeMutableBytes { buffer in
        let held = filter.returnHeld(to: buffer)
        let piece = rest.prefix(size)
        rest = rest.dropFirst(size)
        for (place, byte) in piece.enumerated() { buffer[held + place] = byte }
        let all = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(held + piece.count)])
        let count = try filter.filter(all)
        passed += buffer[..<count]
      }
    }
    return (passed, filter.answers, filter.isBetweenRecords)
  }

  @Test func `a question is answered with each known name once, and libfcgi gets none of it`()
    throws
  {
    let asked = question(["FCGI_MPXS_CONNS", "FCGI_MAX_CONNS", "FCGI_X", "", "FCGI_MAX_REQS"])
    let all = try filtered(asked)
    #expect(all.passed == [])
    #expect(
      all.answers
        == record(
          10,
          Wire.pair("FCGI_MPXS_CONNS", "0") + Wire.pair("FCGI_MAX_CONNS", "288")
            + Wire.pair("FCGI_MAX_REQS", "32")))
    let often = [String](repeating: "FCGI_MAX_CONNS", count: 4000)
    #expect(
      try filtered(question(often)).answers == record(10, Wire.pair("FCGI_MAX_CONNS", "288")))
    #expect(try filtered(question([])).answers == record(10))
  }

  @Test func `an unknown record about the connection is answered with its type`() throws {
    let all = try filtered(
      record(99, [1, 2, 3], padding: 5) + record(1, [0, 1, 0, 0, 0, 0, 0, 0]))
    #expect(all.passed == [])
    #expect(
      all.answers == record(11, [99, 0, 0, 0, 0, 0, 0, 0]) + record(11, [1, 0, 0, 0, 0, 0, 0, 0]))
  }

  @Test func `what is asked in the middle of a request leaves the request as it is`() throws {
    let asked = question(["FCGI_MAX_REQS"], padding: 3)
    let records = [
      record(1, [0, 1, 1, 0, 0, 0, 0, 0], request: 1),
      record(4, Wire.pair("A", "1") + [1, 0x80, 0, 0, 200, 66], request: 1, padding: 2),
      record(4, [UInt8](repeating: 66, count: 200), request: 1, padding: 255),
      record(4, request: 1), record(5, [1, 1, 1], request: 1), record(5, request: 1, padding: 4),
    ]
    let mixed = asked + records.flatMap { $0 + asked + record(77, [9]) }
    let whole = try filtered(mixed)
    // Without their padding.
    let bare = records.flatMap { record in
      let length = 8 + Int(record[4]) << 8 + Int(record[5])
      return record[..<6] + [0, 0] + record[8..<length]
    }
    #expect(whole.passed == bare)
    let answer = record(10, Wire.pair("FCGI_MAX_REQS", "32"))
    let unknown = record(11, [77, 0, 0, 0, 0, 0, 0, 0])
    #expect(whole.answers == answer + records.flatMap { _ in answer + unknown })
    for size in 1...40 {
      let pieces = try filtered(mixed, inPiecesOf: size)
      #expect(pieces.passed == whole.passed, "in pieces of \(size)")
      #expect(pieces.answers == whole.answers, "in pieces of \(size)")
    }
  }

  @Test func `only a whole record leaves nothing behind`() throws {
    let bytes = record(5, [1, 2, 3], request: 1, padding: 2) + question(["FCGI_MAX_REQS"])
    let ends = [0, 13, bytes.count]
    for count in 0...bytes.count {
      #expect(
        try filtered(Array(bytes[..<count])).isBetweenRecords == ends.contains(count), "\(count)")
    }
  }

  @Test(
    arguments: [
      [0x01], [0x05, 0x00, 0x41], [0x00, 0x05, 0x41], [0xFF, 0xFF, 0xFF, 0xFF, 0, 0x41],
      [0x80, 0, 0], [0x01, 0x80, 0, 0],
    ] as [[UInt8]])
  func `a question whose lengths lead beyond it is refused`(content: [UInt8]) throws {
    #expect(throws: RecordFilter.Broken.self) { try filtered(record(9, content)) }
  }

  @Test func `another version of the protocol is refused`() throws {
    #expect(throws: RecordFilter.Broken.self) { try filtered([2] + question([]).dropFirst()) }
  }

  @Test func `variables count by what they say they are long, and 32 bytes each`() throws {
    let start = record(1, [0, 1, 0, 0, 0, 0, 0, 0], request: 1)
    // 6 + 32 and 262 + 32 bytes.
    let long = [0x80, 0, 1, 0, 6] + [UInt8](repeating: 65, count: 262)
    let bytes = start + record(4, Wire.pair("AB", "1234") + long, request: 1)
    for size in [1, 3, 7, 1000] {
      _ = try filtered(bytes, inPiecesOf: size, mostVariables: 332)
      #expect(throws: RecordFilter.Broken.self) {
        try filtered(bytes, inPiecesOf: size, mostVariables: 331)
      }
    }
    let empty = record(4, [UInt8](repeating: 0, count: 20), request: 1)
    _ = try filtered(start + empty, mostVariables: 320)
    #expect(throws: RecordFilter.Broken.self) { try filtered(start + empty, mostVariables: 319) }
    // Refused before a byte of it has come.
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(throws: RecordFilter.Broken.self) {
      try filtered(start + record(4, most, request: 1), mostVariables: 1 << 31)
    }
    // libfcgi passes over those of another request.
    _ = try filtered(start + record(4, most, request: 2))
  }

  @Test func `libfcgi reads through it`() {
    #expect(FCGX_Init() == 0)
    #expect(RecordReader.isInUse)
  }
}
