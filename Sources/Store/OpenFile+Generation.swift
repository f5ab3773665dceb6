extension OpenFile {
  /// The highest generation that is whole, or `nil` when neither slot is.
  func newestGeneration() throws(StoreError) -> Generation? {
    let first = try header(slot: 0)
    let second = try header(slot: 1)
    let order = (first?.number ?? 0) > (second?.number ?? 0) ? [0, 1] : [1, 0]
    for slot in order {
      guard let header = slot == 0 ? first : second else { continue }
      let start = slot * Generation.slotSize + Generation.headerSize
      let payload = try read(header.length, at: start)
      guard header.isKept(by: payload) else { continue }
      return Generation(number: header.number, slot: slot, payload: payload)
    }
    return nil
  }

  private func header(slot: Int) throws(StoreError) -> Generation.Header? {
    Generation.Header(try read(Generation.headerSize, at: slot * Generation.slotSize))
  }

  /// Writes a generation into its slot and leaves the other slot alone.
  func write(_ generation: Generation, _ durability: Durability) throws(StoreError) {
    let bytes = try generation.encoded()
    let start = generation.slot * Generation.slotSize
    do throws(StoreError) {
      try write(bytes, at: start)
      if durability == .power { try synchronize() }
    } catch {
      // A refused save must not come true: over an older slot with the same end, half of it
      // may already be whole.
      try? write([UInt8](repeating: 0, count: Generation.headerSize), at: start)
      throw error
    }
  }
}
