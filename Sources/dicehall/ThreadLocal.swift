import Glibc

/// An object for each thread, created on first use and unseen by other threads.
final class ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { value in
      if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }
    precondition(result == 0, "no room for what belongs to a thread")
    self.key = key
    self.make = make
  }

  var value: Value {
    if let value = pthread_getspecific(key) {
      return Unmanaged<Value>.fromOpaque(value).takeUnretainedValue()
    }
    let value = make()
    pthread_setspecific(key, Unmanaged.passRetained(value).toOpaque())
    return value
  }
}
