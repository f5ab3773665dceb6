import Site
import Testing
import Visitors

@testable import dicehall

@Suite struct HallTests {
  @Test func `other tests visit the games that the program serves`() {
    #expect(features.games.map { $0.slug } == hall.games.map { $0.slug })
  }
}
