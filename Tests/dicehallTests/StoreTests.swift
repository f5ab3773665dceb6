import Storage
import Testing

@testable import dicehall

@Suite struct StoreTests {
  private let store = Store.database("postgres://h/x")

  @Test func `an error that names the database isn't told its name twice`() {
    let words = "The database x on h can't be reached: no route"
    #expect(store.sentence(.unavailable(words)) == words)
  }

  @Test func `any other error has the place before it`() {
    #expect(store.sentence(.unavailable("No room.")) == "database x on h: No room.")
    #expect(Store.folder("/srv/x").sentence(.unavailable("No room.")) == "/srv/x: No room.")
  }
}
