import Glibc
import Testing

@testable import FastCGI

@Suite struct WorkerTests {
  /// A worker that runs a shell's script in place of the program.
  private func worker(_ script: String) throws -> Worker {
    let lifeline = try Pipe()
    return try Worker(
      program: "/bin/sh", arguments: ["sh", "-c", script], place: 0, listening: STDIN_FILENO,
      lifeline: lifeline.reading, memory: SharedMemory(bytes: 8).descriptor)
  }

  private func end(_ worker: Worker) {
    kill(worker.process, SIGKILL)
    waitpid(worker.process, nil, 0)
    worker.close()
  }

  @Test func `signs that have piled up are those of one look`() throws {
    var worker = try worker("head -c 3000 /dev/zero >&4; echo; exec sleep 60")
    defer { end(worker) }
    while !worker.isReady {
      waitForInput([worker.signs])
      pause(100)
      worker.hear()
    }
    worker.look()
    #expect(worker.silentLooks == 0)
    worker.hear()
    worker.look()
    #expect(worker.silentLooks == 1)
  }

  @Test func `one that shows only that it is ready is never called frozen`() throws {
    var worker = try worker("printf 1 >&4; exec 4>&-; exec sleep 60")
    defer { end(worker) }
    while !worker.isReady {
      waitForInput([worker.signs])
      worker.hear()
    }
    pause(100)
    for _ in 0..<5 {
      worker.hear()
      worker.look()
    }
    #expect(worker.silentLooks == 0)
  }

  @Test func `one that ends its signs before it is ready won't become ready`() throws {
    var worker = try worker("exec 4>&-; exec sleep 60")
    defer { end(worker) }
    waitForInput([worker.signs])
    worker.hear()
    worker.look()
    #expect(!worker.isReady && worker.silentLooks == 1)
  }
}
