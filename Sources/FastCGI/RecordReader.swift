import CFCGI
import Glibc

/// Reads from a connection on behalf of libfcgi, through a `RecordFilter`.
///
/// libfcgi speaks the protocol: it accepts requests, and reads their variables and bodies. Where it
/// falls short, this module steps in:
/// - `OS_Read`, which libfcgi exports and calls, is replaced by the function below. While a reader
///   works on a thread, reads go through it to a `RecordFilter`, because libfcgi answers
///   `FCGI_GET_VALUES` into 64 bytes of its stack, and allocates whatever length a variable claims.
/// - `BufferedInput` looks at the end of libfcgi's input buffer, because nothing else shows whether
///   the peer has sent more than one request.
/// - `AnswerRecords` and `EndRequest` write the answers, because libfcgi copies each page, makes a
///   call for each 8 KB, and can't end a connection without losing a request on it.
/// - `Responder` and `Watchdog` add size limits and timeouts, of which libfcgi has none.
final class RecordReader {
  private(set) var filter: RecordFilter
  /// Whether libfcgi has read through this reader.
  private var isUsed = false
  /// The place on watch of the loop that reads, if a loop does.
  private let place: WatchPlace?

  init(_ filter: RecordFilter, _ place: WatchPlace? = nil) {
    self.filter = filter
    self.place = place
  }

  /// Whether libfcgi reads through readers; linked differently, it might call its own function.
  static let isInUse = {
    let reader = RecordReader(RecordFilter(values: ConnectionValues(connections: 1, requests: 1)))
    reader.start()
    defer { reader.stop() }
    var request = FCGX_Request()
    FCGX_InitRequest(&request, -1, 0)
    // Reading fails because there is no such descriptor, and there is no socket to accept from.
    request.ipcFd = .max
    request.keepConnection = 1
    request.detached = 1
    FCGX_Accept_r(&request)
    return reader.isUsed
  }()

  /// The reader that works on this thread, if there is one.
  fileprivate static var current: RecordReader? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<RecordReader>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static let key = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "no memory for a thread's own value")
    return key
  }()

  /// Attaches the reader to this thread until `stop`, starting with a new request.
  func start() {
    filter.startRequest()
    pthread_setspecific(RecordReader.key, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Detaches the reader from this thread.
  func stop() { pthread_setspecific(RecordReader.key, nil) }

  /// Gives up the place on watch of this thread's loop, if any, as it is about to wait.
  static func willWait() { current?.place?.give() }

  /// Reads what has arrived, or gives up the place on watch and waits.
  private func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    guard count < 0, errno == EAGAIN || errno == ENOTSOCK else { return count }
    place?.give()
    return Glibc.read(descriptor, buffer.baseAddress, buffer.count)
  }

  /// Reads what libfcgi may see, and answers the rest.
  /// - Returns: the number of bytes, 0 at the end, or -1 with `errno`.
  fileprivate func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    isUsed = true
    while true {
      let held = filter.returnHeld(to: buffer)
      let count = receive(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
      guard count > 0 else { return count }
      do throws(RecordFilter.Broken) {
        let left = try filter.filter(
          UnsafeMutableRawBufferPointer(rebasing: buffer[..<(held + count)]))
        if !filter.answers.isEmpty {
          place?.give()
          let isSent = filter.answers.withUnsafeBytes { send($0, to: descriptor) }
          filter.answers.removeAll(keepingCapacity: true)
          guard isSent else { return -1 }
        }
        if left > 0 { return left }
      } catch {
        errno = EPROTO
        return -1
      }
    }
  }
}

/// Replaces libfcgi's function `OS_Read`, and acts like it while no reader is attached.
@c(OS_Read)
package func readForLibrary(
  _ descriptor: Int32, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int32 {
  let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: count)
  guard let reader = RecordReader.current else {
    return Int32(truncatingIfNeeded: read(descriptor, bytes, count))
  }
  return Int32(truncatingIfNeeded: reader.read(descriptor, buffer))
}
