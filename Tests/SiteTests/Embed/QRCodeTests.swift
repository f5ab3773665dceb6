import Testing
import Visitors
import Web

@testable import Site

/// The QR code on the page for teachers.
@Suite struct QRCodeTests {
  @Test func `dark squares side by side are one stroke, inside the margin`() {
    let code = QRCode(
      side: 3,
      isDark: [
        true, true, false,
        false, false, false,
        true, false, true,
      ])
    #expect(code.path == "M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z")
  }

  @Test func `the page has the code of the very address to copy`() throws {
    let hall = makeSite(publicURL: "https://dice.example") { text in
      #expect(text == "https://dice.example/embed/pig?goal=50&controls=play&seed=a1")
      return QRCode(side: 1, isDark: [true])
    }
    var teacher = Visitor(hall: hall)
    let page = teacher.get("/embed?game=pig&goal=50&seed=a1").text
    #expect(page.contains("viewBox=\"0 0 9 9\" role=\"img\" aria-label=\"QR code"))
    #expect(page.contains("<path d=\"M4 4h1v1h-1z\"/>"))
  }

  @Test func `the code can be had as a picture`() throws {
    let hall = makeSite(publicURL: "https://dice.example") { text in
      text.utf8.count < 70 ? QRCode(side: 1, isDark: [true]) : nil
    }
    var teacher = Visitor(hall: hall)
    let page = teacher.get("/embed?game=pig&goal=50&height=9").text
    let link = try #require(page.firstMatch(of: /href="([^"]+)" download="dicehall-pig\.svg"/))
    let address = String(link.1).replacing("&amp;", with: "&")
    #expect(address == "/embed-code.svg?game=pig&goal=50&controls=play")
    let picture = teacher.get(address)
    #expect(picture.header("Content-Type") == "image/svg+xml")
    #expect(
      picture.text == """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" shape-rendering="crispEdges">\
        <title>QR code</title><rect width="9" height="9" fill="#fff"/><path d="M4 4h1v1h-1z"/></svg>

        """)
    let long = String(repeating: "x", count: 30)
    #expect(teacher.get("/embed-code.svg?game=pig&player1=\(long)").status == .notFound)
  }

  @Test func `an address too long for a code has none`() {
    var teacher = Visitor(hall: makeSite(publicURL: "https://dice.example"))
    #expect(!teacher.get("/embed?game=pig").text.contains("<svg viewBox=\"0 0 9"))
    #expect(!teacher.get("/embed?game=pig").text.contains("QR code"))
  }
}
