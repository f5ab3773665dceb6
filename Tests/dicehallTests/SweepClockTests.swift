import Testing

@testable import dicehall

@Suite struct SweepClockTests {
  private let clock = SweepClock(wall: 1_800_000_000, steady: 500)

  @Test(arguments: [0, 60, 86_400, 400 * 86_400])
  func `time that passes is believed`(passed: Int) {
    #expect(clock.now(wall: 1_800_000_000 + passed, steady: 500 + passed) == 1_800_000_000 + passed)
  }

  @Test func `a clock that is set back is believed`() {
    #expect(clock.now(wall: 1_700_000_000, steady: 560) == 1_700_000_000)
  }

  @Test func `a clock that jumps ahead is believed for a day alone`() {
    #expect(clock.now(wall: 1_800_086_400, steady: 500) == 1_800_086_400)
    #expect(clock.now(wall: 1_800_086_401, steady: 500) == 1_800_086_400)
    #expect(clock.now(wall: 4_000_000_000, steady: 560) == 1_800_086_460)
  }

  @Test func `it starts with the clock as it is`() {
    let now = SweepClock().now()
    #expect(now >= 1_700_000_000)
  }
}
