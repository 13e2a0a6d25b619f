/// Text that turns out to need nothing: most values of most tables.
extension ByteSink {
  /// Writes text of one line if it is ASCII with nothing to escape; otherwise writes nothing and answers `false`.
  ///
  /// One pass: eight bytes at a time are stored and looked at, and what was stored counts only if nothing was found.
  /// `bytes` stays valid for the call. Room for them and one word more is made first; no byte behind them is read.
  @inline(__always) mutating func plainText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    let length = bytes.count
    reserve(length &+ 8)
    let from = UnsafeRawPointer(start)
    let to = UnsafeMutableRawPointer(base + count)
    var found: UInt64 = 0
    if length >= 8 {
      var at = 0
      while at &+ 8 < length {
        let word = from.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        to.storeBytes(of: word, toByteOffset: at, as: UInt64.self)
        found |= Escaping.mask(word)
        at &+= 8
      }
      // The last eight bytes, some of them for the second time.
      let word = from.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      to.storeBytes(of: word, toByteOffset: length &- 8, as: UInt64.self)
      found |= Escaping.mask(word)
    } else {
      // Spaces fill up the word: they need nothing.
      var word: UInt64 = 0x2020_2020_2020_2020
      for at in 0..<length {
        word = word << 8 | UInt64(start[at])
        to.storeBytes(of: start[at], toByteOffset: at, as: UInt8.self)
      }
      found = Escaping.mask(word)
    }
    guard found == 0 else { return false }
    count &+= length
    return true
  }
}
