/// The entry point that libFuzzer calls with any bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(Finding) {
    try checkStored(Array(UnsafeBufferPointer(start: start, count: count))[...])
  } catch {
    fatalError(error.description)
  }
  return 0
}
