import Glibc
import Synchronization
import Testing
import Web

@testable import FastCGI

@Suite struct WatchTests {
  /// Whether all of them get a place; on a thread of its own, as a place that is missing blocks it.
  private func canTake(_ places: [WatchPlace], within patience: Int = 30_000) throws -> Bool {
    let taken = Semaphore(0)
    try startThread {
      for place in places { place.take() }
      taken.signal()
    }
    return taken.wait(patience)
  }

  @Test func `no more are on watch than there are places`() throws {
    let watch = Watch(places: 2, loops: 8)
    let onWatch = Atomic(0)
    let most = Atomic(0)
    let end = Semaphore(0)
    for _ in 0..<8 {
      let place = WatchPlace(watch)
      try startThread {
        for _ in 0..<500 {
          place.take()
          most.max(onWatch.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
          sched_yield()
          onWatch.subtract(1, ordering: .relaxed)
          place.give()
        }
        end.signal()
      }
    }
    for _ in 0..<8 { #expect(end.wait(60_000)) }
    #expect(1...2 ~= most.load(ordering: .relaxed))
  }

  @Test func `a place is kept until it is given up, and given up once`() throws {
    let watch = Watch(places: 1, loops: 3)
    let places = (0..<3).map { _ in WatchPlace(watch) }
    #expect(try canTake([places[0], places[0]]))
    places[0].give()
    places[0].give()
    #expect(!places[0].isOnWatch)
    #expect(try canTake([places[1]]))
    #expect(try !canTake([places[2]], within: 20))
  }

  @Test func `a watch widens up to all loops, and narrows as places are given up`() throws {
    let watch = Watch(places: 1, loops: 3)
    let places = (0..<3).map { _ in WatchPlace(watch) }
    watch.widen(at: 0)
    #expect(try canTake([places[0], places[1]]))
    watch.widen(at: 0)
    watch.widen(at: 0)
    #expect(try canTake([places[2]]))
    watch.narrow(at: Watch.memory)
    for place in places { place.give() }
    #expect(try canTake([places[0], places[0]]))
    #expect(try !canTake([places[1]], within: 20))
  }

  @Test func `a watch stays wide for a while after a loop has lost its place`() throws {
    let watch = Watch(places: 1, loops: 2)
    let places = (0..<2).map { _ in WatchPlace(watch) }
    watch.widen(at: 50)
    watch.narrow(at: 49 + Watch.memory)
    #expect(try canTake(places))
    for place in places { place.give() }
    #expect(try canTake(places))
    watch.narrow(at: 50 + Watch.memory)
    for place in places { place.give() }
    #expect(try !canTake(places, within: 20))
  }

  @Test func `a place beyond those wanted is not kept`() throws {
    let watch = Watch(places: 1, loops: 2)
    let places = (0..<2).map { _ in WatchPlace(watch) }
    watch.widen(at: 0)
    #expect(try canTake(places))
    watch.narrow(at: Watch.memory)
    #expect(try !canTake([places[0]], within: 20))
    places[1].give()
    for _ in 0..<3_000 where !places[0].isOnWatch { pause(10) }
    #expect(places[0].isOnWatch)
  }

  @Test func `however many give up a place at once, the usual ones stay`() throws {
    let watch = Watch(places: 1, loops: 8)
    let places = (0..<8).map { _ in WatchPlace(watch) }
    for _ in 0..<100 {
      for _ in 0..<3 { watch.widen(at: 0) }
      #expect(try canTake(places))
      watch.narrow(at: Watch.memory)
      let start = Atomic(0)
      let end = Semaphore(0)
      for place in places {
        try startThread {
          start.add(1, ordering: .relaxed)
          while start.load(ordering: .relaxed) < 8 {}
          place.give()
          end.signal()
        }
      }
      for _ in places { #expect(end.wait(60_000)) }
    }
    #expect(try canTake([places[0]]))
    #expect(try !canTake([places[1]], within: 20))
  }

  // MARK: - What waits for something else

  /// Does something that waits, on a thread with a place, until it has given its place up; then ends
  /// the wait.
  private func expectPlaceGivenUp(
    by wait: @escaping @Sendable (WatchPlace) -> Void, end: () -> Void
  ) throws {
    let place = WatchPlace(Watch(places: 1, loops: 1))
    let done = Semaphore(0)
    place.take()
    try startThread {
      wait(place)
      done.signal()
    }
    for _ in 0..<3_000 where place.isOnWatch { pause(10) }
    #expect(!place.isOnWatch)
    end()
    #expect(done.wait(30_000))
  }

  private func pair() -> (Int32, Int32) {
    var ends: [2 of Int32] = [-1, -1]
    var room = ends.mutableSpan
    _ = room.withUnsafeMutableBufferPointer {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0.baseAddress)
    }
    return (ends[0], ends[1])
  }

  @Test func `whoever reads what has not come yet gives its place up`() throws {
    let (here, there) = pair()
    try expectPlaceGivenUp { place in
      let reader = RecordReader(
        RecordFilter(values: ConnectionValues(connections: 1, requests: 1)), place)
      reader.start()
      var byte: CChar = 0
      _ = readForLibrary(here, &byte, 1)
      reader.stop()
    } end: {
      close(there)
    }
    close(here)
  }

  @Test func `whoever sends to a slow peer gives its place up`() throws {
    let (here, there) = pair()
    try expectPlaceGivenUp { place in
      var answer = AnswerRecords()
      answer.fill(
        Response(body: [UInt8](repeating: 0, count: 4_000_000)), isHead: false, request: 1, end: [])
      _ = answer.send(to: here, place)
    } end: {
      close(there)
    }
    close(here)
  }

  @Test func `whoever waits for work done aside gives its place up`() throws {
    let work = Semaphore(0)
    try expectPlaceGivenUp { place in
      let reader = RecordReader(
        RecordFilter(values: ConnectionValues(connections: 1, requests: 1)), place)
      reader.start()
      workInBackground(30_000) { _ = work.wait(30_000) }
      reader.stop()
    } end: {
      work.signal()
    }
  }
}
