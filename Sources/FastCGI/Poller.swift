import CFCGI
import Glibc
import Synchronization

/// Where free loops wait, for the listening socket and all idle connections at once.
///
/// An idle connection needs no thread, so web servers may keep more of them than there are loops.
/// Events are edge-triggered, which saves re-arming a connection for each request.
final class Poller: Sendable {
  private static let listenerKey = UInt64.max
  private static let stopKey = UInt64.max - 1

  private let listening: ListeningSocket
  private let epoll: Int32
  /// Stays readable once the poller has been stopped.
  private let stopEvent: Int32
  private let connections: [Connection]
  /// Slots without a connection.
  ///
  /// The lock also guards opening and closing descriptors.
  private let freeSlots: Mutex<[Int]>
  private let openCount = Atomic(0)

  /// Makes a poller with room for this many connections at once.
  /// - Throws: `SystemError`.
  init(listening: ListeningSocket, capacity: Int) throws(SystemError) {
    self.listening = listening
    epoll = try SystemError.check(epoll_create1(O_CLOEXEC), "make an epoll instance")
    stopEvent = try SystemError.check(eventfd(0, O_CLOEXEC), "make an event descriptor")
    connections = (0..<capacity).map(Connection.init)
    freeSlots = Mutex(Array(0..<capacity))
    // Exclusive: a new connection wakes only one of several processes that share a socket.
    let arrival = EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
    try watch(listening.descriptor, arrival, key: Poller.listenerKey)
    try watch(stopEvent, EPOLLIN.rawValue, key: Poller.stopKey)
  }

  private func watch(_ descriptor: Int32, _ events: UInt32, key: UInt64) throws(SystemError) {
    var event = epoll_event(events: events, data: epoll_data_t(u64: key))
    let result = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    _ = try SystemError.check(result, "watch a descriptor")
  }

  /// Asks for an event when input arrives, or now if there is some already.
  ///
  /// The operation adds the connection or re-arms it. Returns `false` if the system refuses.
  @discardableResult
  private func arm(_ connection: Connection, _ operation: Int32) -> Bool {
    let events = EPOLLIN.rawValue | EPOLLET.rawValue
    var event = epoll_event(events: events, data: epoll_data_t(u64: connection.key))
    return epoll_ctl(epoll, operation, connection.handle, &event) == 0
  }

  /// Waits for a connection with input; returns `nil` once the poller has been stopped.
  func next() -> Connection? {
    var event = epoll_event()
    while true {
      guard epoll_wait(epoll, &event, 1, -1) == 1 else { continue }
      switch event.data.u64 {
      case Poller.stopKey: return nil
      case Poller.listenerKey: if let connection = accept() { return connection }
      case let key:
        let connection = connections[Int(key >> 32)]
        if connection.take(key: key) { return connection }
      }
    }
  }

  /// Watches an idle connection until input arrives.
  ///
  /// The caller keeps it if input is already there or the system refuses.
  func park(_ connection: Connection) -> Parking {
    if !connection.isWatched {
      guard arm(connection, EPOLL_CTL_ADD) else { return .refused }
      connection.isWatched = true
    }
    return connection.release() ? .parked : .hasInput
  }

  /// What happened to a connection that was to be parked.
  enum Parking { case parked, hasInput, refused }

  func close(_ connection: Connection) {
    freeSlots.withLock {
      connection.close()
      $0.append(connection.slot)
    }
    openCount.subtract(1, ordering: .relaxed)
  }

  /// Connections currently open, idle or busy.
  var openConnections: Int { openCount.load(ordering: .relaxed) }

  func stopListening() {
    var unused = epoll_event()
    epoll_ctl(epoll, EPOLL_CTL_DEL, listening.descriptor, &unused)
  }

  /// Closes idle connections, except those with input: these are left to a loop.
  ///
  /// On a Unix socket the peer's next write fails from now on, so nothing can arrive unseen.
  func closeIdleConnections() {
    // The lock keeps other descriptors from being closed, so we never arm one that has been reused.
    freeSlots.withLock { freeSlots in
      for connection in connections where connection.take() {
        shutdown(connection.handle, Int32(SHUT_RD))
        if connection.isAtEnd {
          connection.close()
          freeSlots.append(connection.slot)
          openCount.subtract(1, ordering: .relaxed)
        } else {
          connection.putBack()
          arm(connection, EPOLL_CTL_MOD)
        }
      }
    }
  }

  /// Makes `next` return `nil` to all loops.
  func stop() { eventfd_write(stopEvent, 1) }

  private func accept() -> Connection? {
    let accepted = accept4(listening.descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
    guard accepted != -1 else {
      // Out of descriptors or memory: the event stays pending, and retrying at once would only burn
      // CPU.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause(10) }
      return nil
    }
    guard let connection = open(accepted) else {
      Glibc.close(accepted)
      return nil
    }
    // Sends small answers at once on TCP; on a Unix socket the call fails harmlessly.
    var on: Int32 = 1
    setsockopt(
      accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return connection
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
