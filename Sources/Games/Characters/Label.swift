/// The three names of a thing of the rules: for programs, for addresses and for people.
package struct Label: Hashable, Sendable {
  /// As the interface for programs spells it (`magicUser`), unique among things of a kind.
  package let id: String
  /// As a part of an address: `magic-user`.
  package let slug: String
  /// As people call it: `Magic-user`.
  package let name: String

  /// Makes the slug of the id, with a hyphen and a small letter for each capital.
  init(_ id: String, _ name: String, slug: String? = nil) {
    self.id = id
    self.name = name
    self.slug = slug ?? Label.hyphenated(id)
  }

  private static func hyphenated(_ id: String) -> String {
    var slug = ""
    for character in id {
      if character.isUppercase { slug += "-" }
      slug += character.lowercased()
    }
    return slug
  }
}

/// A closed list of things that have names; raw values count from 0 in the order of the list.
package protocol Labelled: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == Int {
  /// In the order of the raw values.
  static var labels: [Label] { get }
}

extension Labelled {
  package var id: String { Self.labels[rawValue].id }
  package var slug: String { Self.labels[rawValue].slug }
  package var name: String { Self.labels[rawValue].name }

  /// - Returns: `nil` for what is no name of this list; case counts.
  package init?(id: String) {
    guard let index = Self.labels.firstIndex(where: { $0.id == id }) else { return nil }
    self.init(rawValue: index)
  }

  /// - Returns: `nil` for what is no part of an address of this list; case counts.
  package init?(slug: String) {
    guard let index = Self.labels.firstIndex(where: { $0.slug == slug }) else { return nil }
    self.init(rawValue: index)
  }
}
