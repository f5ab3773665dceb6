import FastCGI
import Storage
import Testing

@testable import dicehall

/// Whatever a worker that is out of its mind writes into shared memory, whoever looks goes on.
@Suite struct DamagedMemoryTests {
  @Test(arguments: [UInt8.max, 0x7F, 0x80, 1])
  func `any numbers can be shown`(byte: UInt8) throws {
    let memory = Memory.lasting(bytes: SharedCounts.memory(threads: 2))
    let counts = SharedCounts(memory, threads: 2)
    let metrics = try #require(Metrics(counts.metrics))
    let mark = counts.metrics.load(as: UInt64.self)
    memory.initializeMemory(as: UInt8.self, repeating: byte)
    counts.metrics.storeBytes(of: mark, as: UInt64.self)
    let occupancy = Occupancy(counts.occupancy, cap: SessionCap(sessions: 9, bytes: nil))
    let page = MetricsPage(metrics: metrics, occupancy: occupancy, workers: 2, threads: 2, start: 0)
    #expect(!page.bytes.isEmpty)

    let socket = try ListeningSocket.tcp(host: "127.0.0.1", port: 0)
    let status = ServiceStatus(
      requests: counts.requests, occupancy: occupancy, threads: 2, listening: socket)
    _ = status.line
    #expect(status.report.text(hidden: "").contains("\nbeing answered       160\n"))
    #expect(counts.requests.entries().allSatisfy { $0.age >= 0 && $0.route == "none" })
    counts.requests.clear(at: 0)
    #expect(counts.requests.entries().allSatisfy { $0.place != 0 })
  }
}
