import FastCGI
import Site
import Storage
import Synchronization
import Web

/// A service's metrics, counted by all its processes in shared memory.
///
/// Each count is a word that changes atomically: nobody waits, and a process that dies leaves
/// nothing half counted.
struct Metrics: @unchecked Sendable {
  typealias Word = Atomic<UInt64>

  /// The upper bounds of a request's time, in microseconds.
  static let bounds: [Int64] = [
    500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    10_000_000,
  ]
  /// The most workers at once.
  ///
  /// These are as many as may be configured, one that replaces another, and those that still drain,
  /// as every 2.5 s one may be told to in up to 12.5 s.
  static let places = Serve.mostWorkers + 16

  private static let methods = Method.allCases
  private static let statuses = Status.all.count
  private static let routes = hall.routeNames.count
  /// The words of a route's times: one for each bound, one beyond, and the sum.
  private static let timeWords = bounds.count + 2
  private static let firstBusy = 1 + Counter.allCases.count
  private static let firstTime = firstBusy + places
  private static let firstRequest = firstTime + routes * timeWords

  /// The memory for all metrics, in bytes.
  static let memory = (firstRequest + routes * methods.count * statuses) * MemoryLayout<Word>.stride

  /// The indices of statuses in `Status.all`, by their codes.
  private static let statusPlaces: [Int] = {
    var places = [Int](repeating: 0, count: 600)
    for (place, status) in Status.all.enumerated() { places[status.code] = place }
    return places
  }()

  private let words: UnsafeMutablePointer<Word>

  /// Creates the metrics in this memory, whose bytes are zero at first.
  ///
  /// - Returns: `nil` if a program of another version counts there, in whose layout words differ.
  init?(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress, memory.count >= Metrics.memory else {
      preconditionFailure("no room for figures")
    }
    words = start.bindMemory(to: Word.self, capacity: Metrics.memory / MemoryLayout<Word>.stride)
    let (isFirst, mark) = words.pointee.compareExchange(
      expected: 0, desired: Metrics.mark, ordering: .relaxed)
    guard isFirst || mark == Metrics.mark else { return nil }
  }

  /// A mark of the layout: FNV-1a of all names.
  private static let mark: UInt64 = {
    let names = hall.routeNames + Counter.allCases.map { "\($0)" } + Status.all.map(\.reason)
    return names.joined(separator: " ").utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    } | 1
  }()

  // MARK: Counting

  func count(_ counter: Counter) { add(1, at: 1 + counter.rawValue) }

  func count(_ report: RequestReport) {
    let status = Metrics.statusPlaces[min(599, max(0, report.status))]
    add(1, at: Metrics.place(report.route, report.method, status))
    let time = report.moments.total
    let bound = Metrics.bounds.firstIndex { time <= $0 } ?? Metrics.bounds.count
    let first = Metrics.firstTime + report.route * Metrics.timeWords
    add(1, at: first + bound)
    add(UInt64(max(0, time)), at: first + Metrics.timeWords - 1)
  }

  /// Adds to the number of a worker's busy threads.
  func addBusy(_ change: Int, at place: Int) {
    guard place < Metrics.places else { return }
    add(UInt64(bitPattern: Int64(change)), at: Metrics.firstBusy + place)
  }

  /// Clears the busy threads of a worker that is gone.
  func clearBusy(at place: Int) {
    guard place < Metrics.places else { return }
    words[Metrics.firstBusy + place].store(0, ordering: .relaxed)
  }

  private func add(_ number: UInt64, at word: Int) {
    words[word].wrappingAdd(number, ordering: .relaxed)
  }

  private static func place(_ route: Int, _ method: Method, _ status: Int) -> Int {
    let method = methods.firstIndex(of: method) ?? 0
    return firstRequest + (route * methods.count + method) * statuses + status
  }

  // MARK: Reading

  func value(of counter: Counter) -> UInt64 { value(at: 1 + counter.rawValue) }

  func requests(_ route: Int, _ method: Method, _ status: Status) -> UInt64 {
    value(at: Metrics.place(route, method, Metrics.statusPlaces[status.code]))
  }

  /// Returns the numbers of a route's requests between bounds, and their sum in microseconds.
  func times(of route: Int) -> (counts: [UInt64], sum: UInt64) {
    let first = Metrics.firstTime + route * Metrics.timeWords
    let words = (0..<Metrics.timeWords).map { value(at: first + $0) }
    return (Array(words.dropLast()), words.last ?? 0)
  }

  /// The number of busy threads in all workers.
  var busyThreads: UInt64 {
    (0..<Metrics.places).reduce(0) { $0 &+ value(at: Metrics.firstBusy + $1) }
  }

  private func value(at word: Int) -> UInt64 { words[word].load(ordering: .relaxed) }
}
