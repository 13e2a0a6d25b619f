/// Whether all rows of a table are there.
package enum TableCompleteness: Sendable, Hashable {
  /// All that there are, or all that there were before the source was changed: what is answered is whole.
  case complete
  /// Some: the others are on their way.
  case loading
  /// None or some, and there will be no more by themselves; a sentence for people says why.
  case failed(String)
}
