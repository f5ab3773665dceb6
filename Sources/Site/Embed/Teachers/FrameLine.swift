import Web

/// The line of HTML that puts a game into a page of another site.
struct FrameLine {
  /// The frame's full address.
  let address: String
  let title: String
  /// In CSS pixels; `nil` for as wide as the page around it.
  let width: Int?
  /// In CSS pixels.
  let height: Int

  /// Nothing of it depends on scripts, and the page around it learns nothing from it.
  var html: String {
    """
    <iframe src="\(address.inAttribute)" title="\(title.inAttribute)" \
    width="\(width.map(String.init) ?? "100%")" height="\(height)" loading="lazy" \
    frameborder="0"></iframe>
    """
  }
}

extension String {
  /// As a quoted attribute of HTML has it.
  fileprivate var inAttribute: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }
}
