/// The grammar of a `Host` header: a name or an address, optionally with a port.
package enum HostName {
  package static func isValid(_ text: String) -> Bool {
    guard 1...255 ~= text.utf8.count else { return false }
    let portStart: String.Index
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return false }
      let address = text[text.index(after: text.startIndex)..<end]
      guard AddressBlock.isVersion6(address) else { return false }
      portStart = text.index(after: end)
    } else {
      portStart = text.firstIndex(of: ":") ?? text.endIndex
      let isNameByte: (UInt8) -> Bool = { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
      guard portStart > text.startIndex, text[..<portStart].utf8.allSatisfy(isNameByte) else {
        return false
      }
    }
    let port = text[portStart...]
    guard !port.isEmpty else { return true }
    guard port.first == ":", let number = Int(digits: port.dropFirst()) else { return false }
    return 1...65535 ~= number
  }
}
