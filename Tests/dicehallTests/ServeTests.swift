import Testing

@testable import dicehall

@Suite struct ServeTests {
  @Test(arguments: [(1, 1, 1), (1, 2, 2), (2, 2, 1), (2, 3, 2), (2, 16, 8), (8, 2, 1)])
  func `as many threads wait as there are processors, and one in each worker at least`(
    workers: Int, processors: Int, inEach: Int
  ) {
    #expect(Serve.threadsOnWatch(of: workers, processors: processors) == inEach)
  }
}
