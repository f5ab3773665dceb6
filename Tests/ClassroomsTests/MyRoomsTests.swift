import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// The rooms that a browser leads.
@Suite struct MyRoomsTests {
  private let house = RoomHouse()

  /// Everything that a browser is told to keep.
  private func kept(_ answer: Response) -> [String] {
    answer.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
  }

  /// Opens a room with the cookie that lists rooms; answers with the next one.
  private func open(_ guest: inout RoomGuest, _ list: String, _ form: String) throws -> String {
    guest.cookies = list
    let answer = guest.post("/room/open", form)
    let list = try #require(kept(answer).first { $0.hasPrefix("dicehall-rooms=") })
    #expect(list.contains("; Path=/room;") && list.contains("; HttpOnly; SameSite=Lax"))
    return String(list.prefix { $0 != ";" })
  }

  @Test func `a browser sees the rooms that it has opened or leads by a link, newest first`() throws
  {
    var guest = house.guest()
    #expect(guest.get("/room/mine").text.contains("This browser leads no room."))
    var list = try open(&guest, "", "kind=table")
    list = try open(&guest, list, "kind=match&goal=50")
    let codes = list.dropFirst("dicehall-rooms=".count).split(separator: ".").map(String.init)
    #expect(codes.count == 2)
    guest.cookies = list
    let page = guest.get("/room/mine").text
    let places = codes.compactMap { page.firstRange(of: "href=\"/room/\($0)/host\"")?.lowerBound }
    #expect(places.count == 2 && places == places.sorted())
    #expect(page.contains("<td>Pig to 50</td>") && page.contains("<td>A table for dice</td>"))
    #expect(page.matches(of: /<td>[^<]*20[0-9]{2}[^<]*<\/td>/).count == 2)
    // The list alone leads no room.
    #expect(guest.get("/room/\(codes[0])/host").status == .forbidden)
    // Who leads the other by its secret link has that one first from now on.
    var (code, host) = try house.open("kind=table&names=no")
    let secret = try #require(
      host.get("/room/\(code)/host").text.firstMatch(of: /\/host\/([a-z2-7]{26})/)?.1)
    let told = kept(guest.post("/room/\(code)/lead", "secret=\(secret)"))
    #expect(told.contains { $0.hasPrefix("dicehall-rooms=\(code).\(codes[0]).\(codes[1]);") })
    #expect(host.post("/room/\(code)/delete").status == .seeOther)
    guest.cookies = "dicehall-rooms=\(code).\(codes[1])"
    let rest = guest.get("/room/mine").text
    #expect(!rest.contains(code) && rest.contains(codes[1]))
  }

  /// The codes in a cookie, newest first.
  private func codes(_ list: String) -> [Substring] {
    list.dropFirst("dicehall-rooms=".count).split(separator: ".")
  }

  @Test func `a list holds thirty rooms, and nothing else`() throws {
    var guest = house.guest()
    var list = ""
    for number in 1...30 { list = try open(&guest, list, "kind=match&goal=\(20 + number)") }
    let thirty = codes(list)
    #expect(Set(thirty).count == 30)
    let longer = codes(try open(&guest, list, "kind=table"))
    #expect(longer.count == 30 && longer.dropFirst().elementsEqual(thirty.prefix(29)))
    // Neither what is no code, nor a code twice or one that leads nowhere.
    let odd = "dicehall-rooms=none.\(thirty[0]).KFH3Q2.\(thirty[0]).\(thirty[1])"
    let kept = codes(try open(&guest, odd, "kind=table"))
    #expect(kept.dropFirst().elementsEqual(thirty.prefix(2)))
  }

  @Test func `a list of rooms that are gone counts as one wrong code`() throws {
    let memory = LimiterMemory()
    let hall = makeSite(house.stores, limiter: memory.limiter)
    var guest = RoomGuest(visitor: Visitor(hall: hall, faces: []))
    let room = try #require(codes(try open(&guest, "", "kind=table")).first)
    let gone = "23456789ABCDEFGHJKMNPQRSTUVWX".map { "KFH3Q\($0)" }
    #expect(gone.count == 29)
    // Thirty wrong codes in a minute are one too many for the next.
    for views in 1...31 {
      // Behind a code that never existed nothing is looked up.
      let list = views == 1 ? gone + [String(room)] : [String(room)] + gone
      guest.cookies = "dicehall-rooms=\(list.joined(separator: "."))"
      let page = guest.get("/room/mine")
      #expect(page.status == (views <= 30 ? .ok : .tooManyRequests))
      #expect(page.text.contains("/room/\(room)/host\"") == (2...30 ~= views))
      #expect(!gone.contains { page.text.contains("/room/\($0)/host") })
    }
  }

  @Test func `a damaged room hides no others, and storage that is away is of rooms`() throws {
    var guest = house.guest()
    let list = try open(&guest, "", "kind=table")
    let damaged = try #require(RoomCode("KFH3Q2"))
    #expect(try house.stores.openRoom([0], as: damaged, by: "it", keptDays: 30, now: 0))
    guest.cookies = list + ".KFH3Q2"
    let page = guest.get("/room/mine")
    #expect(page.status == .ok && page.text.contains("/room/\(codes(list)[0])/host\""))
    #expect(page.text.contains("KFH-3Q2") || page.text.contains("KFH 3Q2"))
    #expect(page.text.contains("This room was damaged and can’t be read."))
    #expect(!page.text.contains("/room/KFH3Q2/host"))
    house.stores.fail(with: .unavailable("No disk."))
    let away = guest.get("/room/mine")
    #expect(away.status == .unavailable && away.text.contains("Rooms"))
    #expect(!away.text.contains("Characters can"))
  }
}
