import Fakes
import Testing
import Visitors
import Web

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

  @Test func `a list holds thirty rooms, and nothing else`() throws {
    var guest = house.guest()
    let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
    let codes = letters.map { "KFH3Q\($0)" }
    #expect(codes.count == 31)
    let long = "dicehall-rooms=none.\(codes[0]).\(codes.joined(separator: "."))"
    _ = try open(&guest, "", "kind=match")
    let list = try open(&guest, long, "kind=table")
    let kept = list.dropFirst("dicehall-rooms=".count).split(separator: ".")
    #expect(kept.count == 29 && Set(kept).count == 29 && !list.contains("none"))
    #expect(kept.dropFirst().elementsEqual(codes.prefix(28).map { $0[...] }))
    guest.cookies = long
    let page = guest.get("/room/mine")
    #expect(!page.text.contains("KFH-3Q"))
  }
}
