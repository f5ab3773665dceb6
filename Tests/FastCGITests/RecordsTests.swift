import Testing

@testable import FastCGI

@Suite struct RecordsTests {
  @Test func `an unknown role is told by END_REQUEST with status 3`() {
    #expect(
      Records(request: 0x0102).unknownRole
        == [1, 3, 1, 2, 0, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0])
  }

  @Test func `the last end closes the output, ends the request, and goes on`() {
    #expect(
      Records(request: 1).lastEnd
        == [1, 6, 0, 1, 0, 0, 0, 0]
        + [1, 3, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + [1, 10, 0, 0, 0, 0, 0, 0])
  }
}
