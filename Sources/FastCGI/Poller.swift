import CFCGI
import Glibc
import Synchronization

/// Where free loops wait: for the listening socket and for every idle connection at once.
///
/// An idle connection costs no thread, so a web server may keep more of them than there are loops.
/// Events are edge-triggered, which saves the call that would arm a connection for each request.
final class Poller: Sendable {
  private static let listenerKey = UInt64.max
  private static let dismissalKey = UInt64.max - 1

  private let listening: ListeningSocket
  private let epoll: Int32
  /// Readable for ever once the loops are dismissed.
  private let dismissal: Int32
  private let connections: [Connection]
  /// Slots without a connection; the lock is also held while descriptors are opened and closed.
  private let spare: Mutex<[Int]>
  private let openCount = Atomic(0)

  /// With room for that many connections at once.
  /// - Throws: `SystemError`.
  init(listening: ListeningSocket, capacity: Int) throws(SystemError) {
    self.listening = listening
    epoll = try SystemError.check(epoll_create1(O_CLOEXEC), "make an epoll instance")
    dismissal = try SystemError.check(eventfd(0, O_CLOEXEC), "make an event descriptor")
    connections = (0..<capacity).map(Connection.init)
    spare = Mutex(Array(0..<capacity))
    // Exclusive: of several processes at one socket, a new connection wakes one.
    let arrival = EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
    try watch(listening.descriptor, arrival, key: Poller.listenerKey)
    try watch(dismissal, EPOLLIN.rawValue, key: Poller.dismissalKey)
  }

  private func watch(_ descriptor: Int32, _ events: UInt32, key: UInt64) throws(SystemError) {
    var event = epoll_event(events: events, data: epoll_data_t(u64: key))
    let result = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    _ = try SystemError.check(result, "watch a descriptor")
  }

  /// Asks for an event when something arrives, or now if something is there.
  ///
  /// The operation is to add the connection, or to look at it anew; `false` when the system refuses.
  @discardableResult
  private func arm(_ connection: Connection, _ operation: Int32) -> Bool {
    let events = EPOLLIN.rawValue | EPOLLET.rawValue
    var event = epoll_event(events: events, data: epoll_data_t(u64: connection.key))
    return epoll_ctl(epoll, operation, connection.handle, &event) == 0
  }

  /// Waits for a connection that has something to say; `nil` when the loops are dismissed.
  func next() -> Connection? {
    var event = epoll_event()
    while true {
      guard epoll_wait(epoll, &event, 1, -1) == 1 else { continue }
      switch event.data.u64 {
      case Poller.dismissalKey: return nil
      case Poller.listenerKey: if let connection = accept() { return connection }
      case let key:
        let connection = connections[Int(key >> 32)]
        if connection.take(key: key) { return connection }
      }
    }
  }

  /// Keeps an open connection until something comes; it stays in the caller's hands when that has
  /// happened already, or when the system refuses.
  func park(_ connection: Connection) -> Parking {
    if !connection.isWatched {
      guard arm(connection, EPOLL_CTL_ADD) else { return .refused }
      connection.isWatched = true
    }
    return connection.release() ? .parked : .hasInput
  }

  /// What became of a connection that was to be kept.
  enum Parking { case parked, hasInput, refused }

  func close(_ connection: Connection) {
    spare.withLock {
      connection.close()
      $0.append(connection.slot)
    }
    openCount.subtract(1, ordering: .relaxed)
  }

  /// Connections open at the moment, idle or busy.
  var openConnections: Int { openCount.load(ordering: .relaxed) }

  func stopListening() {
    var unused = epoll_event()
    epoll_ctl(epoll, EPOLL_CTL_DEL, listening.descriptor, &unused)
  }

  /// Closes idle connections, unless something has arrived there: that is left to a loop.
  ///
  /// On a Unix socket the peer's next write fails from here on, so nothing can arrive unseen.
  func hangUp() {
    // Under the lock no other descriptor is closed, so none is armed that is somebody else's by now.
    spare.withLock { spare in
      for connection in connections where connection.take() {
        shutdown(connection.handle, Int32(SHUT_RD))
        if connection.isAtEnd {
          connection.close()
          spare.append(connection.slot)
          openCount.subtract(1, ordering: .relaxed)
        } else {
          connection.putBack()
          arm(connection, EPOLL_CTL_MOD)
        }
      }
    }
  }

  /// Sends all loops home.
  func dismiss() { eventfd_write(dismissal, 1) }

  private func accept() -> Connection? {
    let accepted = accept4(listening.descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
    guard accepted != -1 else {
      // Out of descriptors or memory: the event stays, and asking at once would only burn time.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause(10) }
      return nil
    }
    guard let connection = open(accepted) else {
      Glibc.close(accepted)
      return nil
    }
    // Small answers go out at once on TCP; on a Unix socket the call fails and changes nothing.
    var on: Int32 = 1
    setsockopt(
      accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return connection
  }

  private func open(_ accepted: Int32) -> Connection? {
    let connection: Connection? = spare.withLock { spare in
      guard let slot = spare.last, connections[slot].open(accepted) else { return nil }
      spare.removeLast()
      return connections[slot]
    }
    if connection != nil { openCount.add(1, ordering: .relaxed) }
    return connection
  }
}
