import Games

/// A game of the session that was won or abandoned: its result and its log.
///
/// The log stays packed until it is read: a page that lists 20 games must not replay them.
struct PigRecord: Equatable {
  /// The number, counted from 1 in the session.
  let number: Int
  /// The result: `Ada won 102 to 71 against Bob`.
  let result: String
  private let packed: ArraySlice<UInt8>

  init(number: Int, log: PigLog) {
    self.number = number
    result = log.result
    var packer = Packer()
    log.pack(into: &packer)
    packed = packer.bytes[...]
  }

  /// The log; `nil` if it is damaged.
  var log: PigLog? { PackedFields(packed).flatMap(PigLog.init) }

  /// The approximate size, in bytes.
  var size: Int { packed.count + result.utf8.count }
}

extension PigRecord: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, number)
    packer.put(2, result)
    packer.put(3, packed)
  }

  init?(_ fields: PackedFields) {
    guard let number = fields.number(1), let result = fields.text(2),
      let packed = fields.bytes(3)
    else { return nil }
    self.number = number
    self.result = result
    self.packed = packed
  }
}
