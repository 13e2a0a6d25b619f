/// How values stand in JSON where somebody wants them otherwise than they are stored.
package struct JSONValueForms: Sendable, Hashable {
  /// Columns whose references are written with what they refer to: `{"value": 1, "label": "Rock"}`.
  package var labelled: Set<Int>
  /// Columns whose texts are JSON, which is written as it is; what isn't JSON stays a text.
  package var parsed: Set<Int>
  /// Whether infinities are written as `Infinity` and `-Infinity`, which only some readers take, instead of null.
  package var writesInfinity: Bool

  /// The defaults leave every value as it is.
  package init(labelled: Set<Int> = [], parsed: Set<Int> = [], writesInfinity: Bool = false) {
    self.labelled = labelled
    self.parsed = parsed
    self.writesInfinity = writesInfinity
  }

  /// Every value as it is stored.
  package static let stored = JSONValueForms()
}

/// How the values of one column are written.
enum JSONValueForm: UInt8, BitwiseCopyable {
  case stored, labelled, parsed, unbounded
  /// Numbers as their column spells them.
  case spelled

  init(_ column: Int, _ forms: JSONValueForms, isSpelled: Bool) {
    self =
      if forms.labelled.contains(column) {
        .labelled
      } else if forms.parsed.contains(column) {
        .parsed
      } else if isSpelled {
        .spelled
      } else {
        forms.writesInfinity ? .unbounded : .stored
      }
  }
}
