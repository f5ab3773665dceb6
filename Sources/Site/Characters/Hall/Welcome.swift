/// That a visitor has put the character hall's introduction away; there is nothing else to it.
struct Welcome: SessionPart, Equatable {
  static let tag: UInt8 = 6
  init() {}
  init?(_ fields: PackedFields) {}
  func pack(into packer: inout Packer) {}
}
