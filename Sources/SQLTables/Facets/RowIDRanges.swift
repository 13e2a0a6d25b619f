/// Ranges of row ids spread over a table: it is cut in as many pieces as there are ranges, and each lies somewhere in its piece.
///
/// A row is in one of them with the same probability as any other, whether row ids have gaps or not, so that what is counted in
/// the ranges, divided by `share`, is what can be expected of the table (stratified sampling, W. G. Cochran, "Sampling
/// Techniques", chapter 5).
package struct RowIDRanges: Sendable, Hashable {
  /// Where the ranges start.
  package let starts: [Int64]
  /// How many row ids each spans.
  package let width: Int64
  /// The part of all row ids that the ranges span, from 0 to 1.
  package let share: Double

  /// Ranges between the least and the greatest row id.
  /// - Returns: `nil` if the ranges would span all row ids: then every row is as quickly read.
  package init?(
    from least: Int64, through greatest: Int64, count: Int, width: Int64,
    using generator: inout some RandomNumberGenerator
  ) {
    let (distance, overflow) = greatest.subtractingReportingOverflow(least)
    guard !overflow, distance < .max, count > 0, width > 0 else { return nil }
    let piece = (distance + 1) / Int64(count)
    guard piece > width else { return nil }
    starts = (0..<Int64(count)).map { least + $0 * piece + Int64.random(in: 0...(piece - width), using: &generator) }
    self.width = width
    share = Double(width) / (Double(distance) + 1) * Double(count)
  }
}
