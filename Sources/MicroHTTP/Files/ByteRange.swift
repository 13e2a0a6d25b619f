/// A `Range` field (RFC 9110 §14.2).
enum ByteRange: Equatable {
  /// The field is not one that is understood here, or asks for several parts: the whole content is the answer.
  case whole
  case part(Range<Int>)
  /// It asks for nothing that there is.
  case unsatisfiable

  static func parse(_ field: String, size: Int) -> ByteRange {
    guard field.hasPrefix("bytes=") else { return .whole }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return .whole }
    if ends[0].isEmpty {
      guard let count = Int(ends[1]) else { return .whole }
      return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
    }
    guard let first = Int(ends[0]) else { return .whole }
    if ends[1].isEmpty { return first < size ? .part(first..<size) : .unsatisfiable }
    guard let last = Int(ends[1]), first <= last else { return .whole }
    return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
  }
}
