import Fakes
import Testing
import Web

@testable import Site

/// What a host sees and decides.
@Suite struct RoomHostTests {
  private let house = RoomHouse()

  @Test func `a wall has names only if the host allows`() throws {
    for kind in ["table", "match"] {
      var (code, host) = try house.open("kind=\(kind)")
      let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
      var ann = house.seat("Ann", in: code, faces: [4])
      _ = house.seat("Bob", in: code)
      #expect(
        ann.press("\(room)/\(kind == "table" ? "throw" : "roll")", on: room, "expression=d6")
          .status == .seeOther)
      var wall = house.guest()
      for isShown in [false, true] {
        for path in ["/watch", "/state?since=1"] {
          let page = wall.get(room + path).text
          #expect(page.contains("Ann") == isShown && page.contains("Seat 1") != isShown)
        }
        #expect(ann.get("\(room)/state?since=1").text.contains("Ann rolled"))
        let press = host.press("\(room)/switch", on: lead, "which=watchNames&on=yes")
        #expect(press.status == .seeOther)
      }
      #expect(host.get(lead).text.contains(">Hide names in large view</button>"))
      #expect(host.get(lead).text.contains("class=\"scores\"") == (kind == "match"))
    }
  }

  @Test func `a host sees each seat's rolls, and whoever is removed can join again if allowed`()
    throws
  {
    var (code, host) = try house.open("kind=experiment&experiment=2d6")
    let (room, lead) = ("/room/\(code)", "/room/\(code)/host")
    var ann = house.seat("%3Cb%3EAnn", in: code, faces: [1])
    _ = house.seat("Bob", in: code)
    for faces in [[1], [3, 4]] {
      ann.visitor.faces = faces
      #expect(ann.press("\(room)/roll", on: room).status == .seeOther)
    }
    let rows = host.get(lead).text.matches(of: /<tr><th scope="row">(.*?)<form/).map {
      $0.1.replacing(/<svg.*?<\/svg>/, with: "").replacing(/<\/?t[dh][^>]*>/, with: "|")
    }
    #expect(rows == ["&lt;b&gt;Ann||2||4.50||2, 7||", "Bob||0||–||||"])
    #expect(ExperimentWords.mostOften([2, 2, 1, 2], ["2", "3", "4", "5"]) == "3-way tie")
    #expect(host.press("\(room)/remove", on: lead, "seat=1").status == .seeOther)
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=no").status == .seeOther)
    let page = ann.get(room).text
    #expect(page.contains("id=\"removed\"") && page.contains("Nobody new can join now."))
    #expect(!page.contains("id=\"join\""))
    #expect(ann.post("\(room)/join", "name=Cleo").status == .conflict)
    #expect(!host.get("\(room)/watch").text.contains("with the code"))
    #expect(host.press("\(room)/switch", on: lead, "which=joining&on=yes").status == .seeOther)
    #expect(ann.get(room).text.contains("Join this room again"))
    #expect(ann.post("\(room)/join", "name=Cleo").status == .seeOther)
    #expect(ann.get(room).text.contains("Cleo in room"))
    #expect(host.get(lead).fact("Seats") == "2")
  }
}
