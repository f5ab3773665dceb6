import CFCGI
import Testing

@testable import FastCGI

@Suite struct BufferedInputTests {
  /// What libfcgi keeps of an input stream, field by field as its source has it.
  private struct StreamData {
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 64
    var allocated: UnsafeMutablePointer<UInt8>?
    var end: UnsafeMutablePointer<UInt8>?
  }

  /// The end that is found, as a place in the buffer, after `change` to a stream that has read 10
  /// bytes and is at the third.
  private func end(
    _ change: (inout StreamData, inout FCGX_Stream, UnsafeMutablePointer<UInt8>) -> Void = {
      _, _, _ in
    }
  ) -> Int? {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
    defer { memory.deallocate() }
    let buffer = memory + 32
    var data = StreamData(buffer: buffer, allocated: buffer - 3, end: buffer + 10)
    var stream = FCGX_Stream()
    stream.rdNext = buffer + 2
    change(&data, &stream, buffer)
    return withUnsafeMutablePointer(to: &data) { data in
      if stream.isClosed == 0 { stream.data = UnsafeMutableRawPointer(data) }
      return BufferedInput(of: &stream).map { $0.end - buffer }
    }
  }

  @Test func `the end of what has been read is found`() {
    #expect(end() == 10)
    #expect(end { data, stream, _ in stream.rdNext = data.end } == 10)
  }

  @Test func `fields that make no sense give no end`() {
    #expect(end { _, stream, _ in stream.isClosed = 1 } == nil, "no data")
    #expect(end { data, _, _ in data.buffer = nil } == nil)
    #expect(end { data, _, _ in data.end = nil } == nil)
    #expect(end { data, _, buffer in data.allocated = buffer - 8 } == nil, "aligned too far")
    #expect(end { data, _, buffer in data.allocated = buffer + 1 } == nil)
    #expect(end { data, _, _ in data.size = 0 } == nil)
    #expect(end { data, _, _ in data.size = 9 } == nil, "more than fits")
    #expect(end { _, stream, _ in stream.rdNext = nil } == nil)
    #expect(end { _, stream, buffer in stream.rdNext = buffer - 1 } == nil)
    #expect(end { _, stream, buffer in stream.rdNext = buffer + 11 } == nil)
  }
}
