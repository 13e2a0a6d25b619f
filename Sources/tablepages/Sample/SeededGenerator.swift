/// SplitMix64: small, quick, and the same everywhere, so that the sample is the same for everyone.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number between -1 and 1, more often near 0.
  mutating func deviation() -> Double { fraction() + fraction() - 1 }

  /// One of the elements; `nil` if there are none.
  mutating func choice<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(next() % UInt64(elements.count))]
  }
}
