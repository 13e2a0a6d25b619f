/// Comparisons that take as long for a wrong guess as for one that is nearly right.
package enum ConstantTime {
  /// Whether two secrets are the same. Only their lengths can be told by the time that it takes.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(one, other) { difference |= left ^ right }
    return difference == 0
  }
}
