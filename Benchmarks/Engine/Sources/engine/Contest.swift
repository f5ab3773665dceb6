import Mustache
import SwiftMustache

/// One way to make the page.
enum Contender: String, CaseIterable {
  /// Straight-line C with prepared data.
  case c
  /// The engine, its values already in the arena.
  case render
  /// The engine, writing the values to the arena each time.
  case build
  /// The engine of hummingbird's packages.
  case other = "swift-mustache"
}

/// All contenders, warmed up.
struct Contest: ~Copyable {
  private let page: Page
  private var straight: Straight
  private var rendering: Renderer
  private var building: Renderer
  private let other: MustacheLibrary
  private let values: [String: Any]
  private var otherText = ""

  /// - Throws: the template's mistake.
  init(_ page: Page, template source: [UInt8]) throws {
    // Everything that can throw comes first, as a noncopyable value cannot be left half
    // initialised.
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

  /// Renders the page this many times.
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

  /// The page as last rendered.
  func text(of contender: Contender) -> [UInt8] {
    switch contender {
    case .c: straight.written
    case .render: rendering.withOutput { Array($0) }
    case .build: building.withOutput { Array($0) }
    case .other: Array(otherText.utf8)
    }
  }

  /// Renders the page with each contender.
  /// - Throws: `Difference` if one writes another page than C, so that there is nothing to compare.
  mutating func compare() throws {
    for contender in Contender.allCases {
      try run(contender, times: 2)
      guard text(of: contender) == text(of: .c) else { throw Difference(contender: contender) }
    }
  }
}

/// A contender whose page differs from the one that C writes.
struct Difference: Error, CustomStringConvertible {
  let contender: Contender

  var description: String { "\(contender.rawValue) writes a different page than C" }
}
