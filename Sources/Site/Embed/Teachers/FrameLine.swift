import Web

/// The line of HTML that embeds a game in another site's page.
package struct FrameLine {
  let address: String
  let title: String
  /// The width in CSS pixels; `nil` to be as wide as the page around it.
  let width: Int?
  /// The height in CSS pixels.
  let height: Int
  /// The colours of a frame without its own background, unless they are the reader's.
  ///
  /// Browsers put a plain background behind a frame whose colours differ from those of its element.
  var theme: FrameState.Theme?

  /// An `<iframe>` that needs no script and reveals nothing to the page around it.
  package var html: String {
    """
    <iframe src="\(address.inMarkup)" title="\(title.inMarkup)" \
    width="\(width.map(String.init) ?? "100%")" height="\(height)" loading="lazy" \
    frameborder="0"\(theme.map { " style=\"color-scheme: \($0.rawValue)\"" } ?? "")></iframe>
    """
  }

  /// Returns the same after a link to `page`, which pages without scripts in frames show instead.
  ///
  /// WordPress identifies frames to readers only after a quotation.
  func html(quoting page: String) -> String {
    "<blockquote><a href=\"\(page.inMarkup)\">\(title.inMarkup)</a></blockquote>" + html
  }
}

extension FrameLine {
  /// Creates the line for a path below the mount, as wide as the page around it.
  package init(_ path: String, called name: String, _ addresses: AbsoluteURLs) {
    self.init(
      address: addresses.page(path), title: EmbedPlan.title(name), width: nil,
      height: EmbedPlan.defaultHeight)
  }
}

extension AbsoluteURLs {
  /// The line of HTML that makes all frames in a page as high as their games.
  var heightLine: String { "<script src=\"\(page(hostScriptPath))\" async></script>" }
}

extension String {
  /// Escaped for text and quoted attributes of HTML.
  fileprivate var inMarkup: String {
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
