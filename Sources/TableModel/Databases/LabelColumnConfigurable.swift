/// A database that can be told what the rows of its tables are called, for references to them.
package protocol LabelColumnConfigurable: TableDatabase {
  /// Calls the rows of some tables by the columns that somebody has chosen: names of columns by names of tables. All others are called
  /// as they are found to be, and so are those whose column isn't there.
  func setLabelColumns(_ columns: [String: [String]])
}
