import Testing

@testable import FastCGI

@Suite struct EndRequestTests {
  @Test func `an unknown role is answered with END_REQUEST status 3`() {
    #expect(
      EndRequest(request: 0x0102).unknownRole
        == [1, 3, 1, 2, 0, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0])
  }

  @Test func `the last end closes the output and the request, and adds a record`() {
    #expect(
      EndRequest(request: 1).lastEnd
        == [1, 6, 0, 1, 0, 0, 0, 0]
        + [1, 3, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + [1, 10, 0, 0, 0, 0, 0, 0])
  }
}
