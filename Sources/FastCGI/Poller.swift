import CFCGI
import Glibc
import Synchronization

/// Free loops wait here for all idle connections at once, and one thread for new connections.
///
/// An idle connection needs no thread, so web servers may keep more of them than there are loops.
/// Events are edge-triggered, which saves re-arming a connection for each request.
final class Poller: Sendable {
  private static let listenerKey = UInt64.max
  private static let stopKey = UInt64.max - 1

  private let listening: ListeningSocket
  /// The number of running and expected loops; fewer while the system provides no more threads.
  private let loops: Atomic<Int>
  /// Watches the connections, and `stopEvent`.
  private let epoll: Int32
  /// Becomes and stays readable once the poller has been stopped.
  private let stopEvent: Int32
  /// Watches the listening socket, and `closingEvent`.
  private let arrivals: Int32
  /// Becomes and stays readable once no more connections are wanted.
  private let closingEvent: Int32
  /// Whether `acceptConnections` is running or has yet to be started.
  private let isAccepting = Atomic(true)
  private let isClosing = Atomic(false)
  /// Whether a connection has been refused because its user isn't allowed.
  private let hasRefused = Atomic(false)
  /// The number of loops that have a connection or are about to get one.
  private let busy = Atomic(0)
  private let connections: [Connection]
  /// Slots without a connection.
  ///
  /// The lock also guards opening and closing descriptors.
  private let freeSlots: Mutex<[Int]>
  private let openCount = Atomic(0)

  /// Makes a poller for this many loops and this many kept connections.
  /// - Throws: `SystemError`.
  init(listening: ListeningSocket, threads: Int, kept: Int) throws(SystemError) {
    self.listening = listening
    loops = Atomic(threads)
    epoll = try SystemError.check(epoll_create1(O_CLOEXEC), "make an epoll instance")
    stopEvent = try SystemError.check(eventfd(0, O_CLOEXEC), "make an event descriptor")
    arrivals = try SystemError.check(epoll_create1(O_CLOEXEC), "make an epoll instance")
    closingEvent = try SystemError.check(eventfd(0, O_CLOEXEC), "make an event descriptor")
    let capacity = kept + threads
    connections = (0..<capacity).map(Connection.init)
    freeSlots = Mutex(Array(0..<capacity))
    let isWatched =
      Poller.watch(stopEvent, by: epoll, key: Poller.stopKey)
      && Poller.watch(closingEvent, by: arrivals, key: Poller.stopKey) && watchListener()
    guard isWatched else { throw SystemError("watch a descriptor") }
  }

  private static func watch(
    _ descriptor: Int32, by epoll: Int32, key: UInt64, exclusively: Bool = false
  ) -> Bool {
    let events = EPOLLIN.rawValue | (exclusively ? EPOLLEXCLUSIVE.rawValue : 0)
    var event = epoll_event(events: events, data: epoll_data_t(u64: key))
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  /// Waits for new connections behind all processes that already wait; only the first is woken.
  private func watchListener() -> Bool {
    Poller.watch(listening.descriptor, by: arrivals, key: Poller.listenerKey, exclusively: true)
  }

  /// Asks for an event when input arrives, or now if there is some already.
  /// - Returns: `false` if the system refuses.
  @discardableResult
  private func arm(_ connection: Connection) -> Bool {
    set(EPOLLIN.rawValue | EPOLLET.rawValue, of: connection, EPOLL_CTL_MOD)
  }

  /// Lets any loop take a new connection at once, as it can be written to.
  ///
  /// The loop then waits for the first input, with the watchdog looking.
  /// - Returns: `false` if the system refuses.
  @discardableResult
  private func handOver(_ connection: Connection, _ operation: Int32) -> Bool {
    connection.putBack()
    return set(EPOLLOUT.rawValue | EPOLLONESHOT.rawValue, of: connection, operation)
  }

  private func set(_ events: UInt32, of connection: Connection, _ operation: Int32) -> Bool {
    var event = epoll_event(events: events, data: epoll_data_t(u64: connection.key))
    return epoll_ctl(epoll, operation, connection.handle, &event) == 0
  }

  /// Waits for a connection that is new or has input.
  ///
  /// The caller counts as busy until `finish`.
  /// - Returns: `nil` once the poller has been stopped.
  func next() -> Connection? {
    var event = epoll_event()
    while true {
      guard epoll_wait(epoll, &event, 1, -1) == 1 else { continue }
      guard event.data.u64 != Poller.stopKey else { return nil }
      let connection = connections[Int(event.data.u64 >> 32)]
      guard connection.take(key: event.data.u64) else { continue }
      if connection.isNew {
        connection.isNew = false
      } else {
        busy.add(1, ordering: .relaxed)
      }
      return connection
    }
  }

  /// Notes that a loop has served its connection.
  func finish() { busy.subtract(1, ordering: .relaxed) }

  /// Sets the number of loops; while all are busy, other processes get the new connections.
  func expect(loops count: Int) { loops.store(count, ordering: .relaxed) }

  var busyLoops: Int { busy.load(ordering: .relaxed) }

  private var areAllBusy: Bool { busyLoops >= loops.load(ordering: .relaxed) }

  /// Watches an idle connection until input arrives.
  ///
  /// The caller keeps it if input is already there or the system refuses.
  func park(_ connection: Connection) -> Parking {
    if !connection.isWatched {
      guard arm(connection) else { return .refused }
      connection.isWatched = true
    }
    return connection.release() ? .parked : .hasInput
  }

  /// The result of parking a connection.
  enum Parking { case parked, hasInput, refused }

  func close(_ connection: Connection) {
    freeSlots.withLock {
      connection.close()
      $0.append(connection.slot)
    }
    openCount.subtract(1, ordering: .relaxed)
  }

  var openConnections: Int { openCount.load(ordering: .relaxed) }

  /// Ends `acceptConnections`, and returns when no more connections can come from it.
  func stopListening() {
    isClosing.store(true, ordering: .releasing)
    eventfd_write(closingEvent, 1)
    while isAccepting.load(ordering: .acquiring) { pause(1) }
  }

  /// Closes idle connections, except those with input: these are left to a loop.
  ///
  /// On a Unix socket the peer's next write fails from now on, so nothing can arrive unseen.
  func closeIdleConnections() {
    // The lock keeps other descriptors from being closed, so we never arm one that has been reused.
    freeSlots.withLock { freeSlots in
      for connection in connections where connection.take() {
        guard !connection.isNew else {
          handOver(connection, EPOLL_CTL_MOD)
          continue
        }
        shutdown(connection.handle, Int32(SHUT_RD))
        if connection.isAtEnd {
          connection.close()
          freeSlots.append(connection.slot)
          openCount.subtract(1, ordering: .relaxed)
        } else {
          connection.putBack()
          arm(connection)
        }
      }
    }
  }

  /// Makes `next` return `nil` to all loops.
  func stop() { eventfd_write(stopEvent, 1) }

  /// Accepts connections until `stopListening`, on a thread of its own, and hands each to a loop.
  ///
  /// Processes that share the socket share the connections evenly: each waits for one at a time,
  /// and then again behind all others. A process whose loops are all busy doesn't wait.
  ///
  /// Reports a failure to wait, and tries again; also the first peer that isn't allowed.
  func acceptConnections(report: (any Error) -> Void) {
    var event = epoll_event()
    repeat {
      while areAllBusy, !isClosing.load(ordering: .acquiring) { pause(1) }
      guard epoll_wait(arrivals, &event, 1, -1) == 1 else { continue }
      // A connection may have woken only this process, even if it is about to stop.
      accept(report)
      var unused = epoll_event()
      epoll_ctl(arrivals, EPOLL_CTL_DEL, listening.descriptor, &unused)
      watchListenerAgain(report)
    } while event.data.u64 != Poller.stopKey
    isAccepting.store(false, ordering: .releasing)
  }

  private func watchListenerAgain(_ report: (any Error) -> Void) {
    var isReported = false
    while !isClosing.load(ordering: .acquiring), !watchListener() {
      if !isReported { report(SystemError("watch for new connections")) }
      isReported = true
      pause(10)
    }
  }

  private func accept(_ report: (any Error) -> Void) {
    let accepted: Int32
    do {
      accepted = try listening.accept()
    } catch {
      // Reported once, as strangers may try again and again.
      if !hasRefused.exchange(true, ordering: .relaxed) { report(error) }
      return
    }
    guard accepted != -1 else {
      // Out of descriptors or memory: the event stays pending, and retrying at once would burn CPU.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause(10) }
      return
    }
    guard let connection = open(accepted) else {
      Glibc.close(accepted)
      return
    }
    if !listening.isUnix {
      // Sends small answers at once.
      var on: Int32 = 1
      setsockopt(
        accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    busy.add(1, ordering: .relaxed)
    guard handOver(connection, EPOLL_CTL_ADD) else {
      finish()
      return close(connection)
    }
  }

  private func open(_ accepted: Int32) -> Connection? {
    let connection: Connection? = freeSlots.withLock { freeSlots in
      guard let slot = freeSlots.last, connections[slot].open(accepted) else { return nil }
      freeSlots.removeLast()
      return connections[slot]
    }
    if connection != nil { openCount.add(1, ordering: .relaxed) }
    return connection
  }
}
