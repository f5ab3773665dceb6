/// That a visitor has put the character hall's introduction away; there is nothing else to it.
struct Welcome: Packed, Equatable {
  init() {}
  init?(_ fields: PackedFields) {}
  func pack(into packer: inout Packer) {}
}
