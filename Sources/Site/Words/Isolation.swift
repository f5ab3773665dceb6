import Games

extension String {
  /// The text so that its direction does not turn what stands around it: letters that are written
  /// from right to left are put between marks that isolate them (Unicode Standard Annex 9).
  var isolated: String {
    unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
  }

  /// What was typed, cut where it is far too long and without what cannot be shown.
  var shownAgain: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars.prefix(2 * Player.largestName)
    where scalar.properties.generalCategory != .control {
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// In the blocks of scripts that run to the left.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}
