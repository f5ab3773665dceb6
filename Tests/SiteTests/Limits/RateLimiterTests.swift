import Foundation
import Synchronization
import Testing
import Web

@testable import Site

/// Who may do something how often.
@Suite struct RateLimiterTests {
  /// Memory of so many counts, as several processes would share it, and a clock; the same names meet
  /// in it each time.
  private final class Hall: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    let time = Mutex(5_000_000)

    init(entries: Int = 1024) {
      memory = .allocate(byteCount: CountTable.bytes(entries: entries), alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      memory.storeBytes(of: 1, as: UInt64.self)
      memory.storeBytes(of: 2, toByteOffset: 8, as: UInt64.self)
    }

    deinit { memory.deallocate() }

    /// Another process's limiter.
    func limiter(trusting networks: String...) -> RateLimiter {
      RateLimiter(memory: memory, trusted: networks.compactMap(AddressBlock.init)) {
        self.time.withLock { $0 }
      }
    }

    func wait(seconds: Double) { time.withLock { $0 += Int(seconds * 1000) } }
  }

  private let hall = Hall()
  private let three = RateLimit("three", count: 3, seconds: 60)

  @Test func `the first too many waits until the window is over, however slowly it came`() {
    let limiter = hall.limiter()
    var waits: [Int?] = []
    for pause in [0, 10, 20, 20, 9, 0.9, 0.2, 0, 0, 0, 59, 200, 0, 0, 0] {
      hall.wait(seconds: pause)
      waits.append(limiter.spend(three, by: "192.0.2.1"))
    }
    #expect(waits == [nil, nil, nil, 10, 1, 1, nil, nil, nil, 60, 1, nil, nil, nil, 60])
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.2", false), ("2001:db8::1", "2001:db8::ffff:2", true),
    ("2001:db8::1", "2001:db8:0:1::1", false), ("", "192.0.2.1", false),
  ])
  func `clients count alone, with all addresses of their network`(
    one: String, other: String, isSame: Bool
  ) {
    let limiter = hall.limiter()
    for _ in 0..<3 { #expect(limiter.spend(three, by: one) == nil) }
    #expect(limiter.spend(three, by: one) == 60)
    #expect((limiter.spend(three, by: other) != nil) == isSame)
    #expect((limiter.spend(three, by: nil) != nil) == one.isEmpty)
  }

  @Test func `each limit counts alone, and all processes count together`() {
    let one = hall.limiter()
    let other = hall.limiter()
    let two = RateLimit("two", count: 2, seconds: 30)
    let names = ["a", "b"]
    for name in names {
      #expect(!one.counts(two, on: name))
      #expect(one.spend(two, on: name) == nil)
      #expect(other.counts(two, on: name) && !other.counts(three, on: name))
      #expect(other.spend(two, on: name) == nil)
      #expect(one.spend(two, on: name) == 30)
      #expect(one.spend(three, on: name) == nil)
    }
    hall.wait(seconds: 30)
    #expect(!one.counts(two, on: "a") && one.counts(three, on: "a"))
  }

  @Test func `a trusted network is never counted`() {
    let limiter = hall.limiter(trusting: "198.51.100.0/24", "2001:db8::/32")
    for client in ["198.51.100.77", "::ffff:198.51.100.77", "2001:db8:9::1"] {
      for _ in 0..<9 { #expect(limiter.spend(three, by: client) == nil) }
    }
    for _ in 0..<3 { _ = limiter.spend(three, by: "198.51.101.1") }
    #expect(limiter.spend(three, by: "198.51.101.1") == 60)
  }

  @Test(arguments: [(-4000.0, 3), (-61, 3), (-60, 0), (-0.1, 0), (59.9, 0), (60, 3), (1e8, 3)])
  func `a clock that jumps keeps nobody out for long`(jump: Double, more: Int) {
    let limiter = hall.limiter()
    for _ in 0..<3 { _ = limiter.spend(three, by: "a") }
    hall.wait(seconds: jump)
    var admitted = 0
    for _ in 0..<4 where limiter.spend(three, by: "a") == nil { admitted += 1 }
    #expect(admitted == more)
    #expect(limiter.spend(three, by: "a") == (jump == 59.9 ? 1 : 60))
  }

  @Test func `of many threads and processes no more than the count get through`() async {
    let many = RateLimit("many", count: 1000, seconds: 60)
    // So few places that names fight for each of them while all are new.
    let hall = Hall(entries: 16)
    let admitted = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let limiter = hall.limiter()
          var admitted = [0, 0, 0]
          for _ in 0..<500 {
            for name in 0..<3 where limiter.spend(many, on: "\(name)") == nil {
              admitted[name] += 1
            }
          }
          return admitted
        }
      }
      return await group.reduce(into: [0, 0, 0]) { sum, part in
        for name in sum.indices { sum[name] += part[name] }
      }
    }
    #expect(admitted == [1000, 1000, 1000])
  }

  @Test func `a full table forgets those who did least, and refuses nobody who is new`() {
    let hall = Hall(entries: 64)
    let limiter = hall.limiter()
    for _ in 0..<3 { #expect(limiter.spend(three, on: "busy") == nil) }
    var refused = 0
    for number in 0..<10_000 where limiter.spend(three, on: "\(number)") != nil { refused += 1 }
    #expect(refused == 0)
    #expect(limiter.spend(three, on: "busy") == 60)
    hall.wait(seconds: 60)
    #expect(limiter.spend(three, on: "busy") == nil)
  }

  @Test func `whoever is not counted any more leaves their place to others first`() {
    let hall = Hall(entries: 8)
    let limiter = hall.limiter()
    for _ in 0..<3 { _ = limiter.spend(three, on: "old") }
    hall.wait(seconds: 60)
    for number in 0..<8 { #expect(limiter.spend(three, on: "\(number)") == nil) }
    for number in 0..<8 { #expect(limiter.counts(three, on: "\(number)")) }
  }

  @Test func `each table hashes with a key of its own`() {
    let keys = (0..<2).map { _ in
      let hall = Hall()
      hall.memory.storeBytes(of: 0, as: UInt64.self)
      return (0..<2).map { _ in
        _ = hall.limiter()
        return hall.memory.load(as: UInt64.self)
      }
    }
    #expect(keys[0][0] == keys[0][1] && keys[1][0] == keys[1][1])
    #expect(Set(keys.joined()).union([0]).count == 3)
  }

  @Test func `the hash is the published one`() {
    // The paper's appendix A, and the authors' list of vectors for no byte at all.
    let hash = SipHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    #expect(hash.value(of: Array(0..<15)) == 0xa129_ca61_49be_45e5)
    #expect(hash.value(of: []) == 0x726f_db47_dd0e_0e31)
  }
}
