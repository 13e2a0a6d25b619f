package import TableModel

extension RecordChangeResult {
  /// The same without tables that somebody may not know of.
  package func known(to author: ChangeAuthor) -> RecordChangeResult {
    var result = self
    result.others.removeAll { !author.mayKnow($0.table) }
    result.triggered.removeAll { !author.mayKnow($0) }
    return result
  }
}
