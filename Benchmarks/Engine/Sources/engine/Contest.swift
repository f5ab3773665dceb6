import Mustache
import SwiftMustache

/// One way to the page.
enum Contender: String, CaseIterable {
  /// Straight-line C with finished data.
  case c
  /// The engine with its values in place.
  case render
  /// The engine when it takes over the values each time.
  case build
  /// What hummingbird's packages use.
  case other = "swift-mustache"
}

/// All contenders, warm.
struct Contest: ~Copyable {
  private let page: Page
  private var straight: Straight
  private var rendering: Renderer
  private var building: Renderer
  private let other: MustacheLibrary
  private let values: [String: Any]
  private var otherText = ""

  /// - Throws: whatever is wrong with the template.
  init(_ page: Page, template source: [UInt8]) throws {
    // All that may fail comes first, as what cannot be copied is not given up half made.
    let templates = try Templates(
      sources: [Source(name: "page", file: "page.mustache", text: source)])
    let theirs = try MustacheTemplate(string: String(decoding: source, as: UTF8.self))
    self.page = page
    straight = Straight(page)
    rendering = templates.makeRenderer()
    rendering.push(page)
    building = templates.makeRenderer()
    other = MustacheLibrary(templates: ["page": theirs])
    values = page.dictionary
  }

  /// Renders the page that many times.
  mutating func run(_ contender: Contender, times: Int) throws {
    for _ in 0..<times {
      switch contender {
      case .c: straight.render()
      case .render: try rendering.render("page")
      case .build:
        building.removeAll()
        building.push(page)
        try building.render("page")
      case .other: otherText = other.render(values, withTemplate: "page") ?? ""
      }
    }
  }

  /// The page as it was rendered last.
  func text(of contender: Contender) -> [UInt8] {
    switch contender {
    case .c: straight.written
    case .render: rendering.withOutput { Array($0) }
    case .build: building.withOutput { Array($0) }
    case .other: Array(otherText.utf8)
    }
  }

  /// Renders the page by each of them.
  /// - Throws: `Difference` when there is nothing to compare, as one writes another page than C.
  mutating func compare() throws {
    for contender in Contender.allCases {
      try run(contender, times: 2)
      guard text(of: contender) == text(of: .c) else { throw Difference(contender: contender) }
    }
  }
}

/// A contender whose page is not the one that C writes.
struct Difference: Error, CustomStringConvertible {
  let contender: Contender

  var description: String { "the page by \(contender.rawValue) is another than the one by C" }
}
