import Testing

@testable import FastCGI

@Suite struct WorkerEndTests {
  @Test(arguments: [
    (0, "ended with exit status 0"), (16640, "ended with exit status 65"),
    (256, "ended with exit status 1"), (9, "was ended by SIGKILL"), (15, "was ended by SIGTERM"),
    (11, "was ended by SIGSEGV"), (132, "was ended by SIGILL, and left a core dump"),
    (50, "was ended by signal 50"),
  ])
  func `a worker's end is told in words`(status: Int32, words: String) {
    #expect("\(WorkerEnd(status: status))" == words)
  }

  @Test func `only a worker that ended by itself has an exit status`() {
    #expect(WorkerEnd(status: 16640).exitStatus == 65)
    #expect(WorkerEnd(status: 9).exitStatus == nil)
    #expect(WorkerEnd(status: 139).exitStatus == nil)
  }
}
