import TableModel

/// Says what a table of rows is to those who can't see it: `Track: 3,503 rows, sorted by Genre, then Name; 50 on this page`.
enum CaptionText {
  static func words(_ page: TablePage, _ arguments: PageArguments, _ schema: RecordSchema) -> String {
    var text = page.title
    if let count = CountText.words(page.count) { text += ": \(count)" }
    if !arguments.query.sort.isEmpty {
      let terms = arguments.query.sort.map {
        schema.columns[$0.column].name + ($0.isDescending ? ", largest first" : "")
      }
      text += ", sorted by \(terms.joined(separator: ", then "))"
    }
    return text + "; \(page.recordCount.withThousandsMarks) on this page"
  }
}
