package import TableModel
package import TableRendering

/// Says what is known of the number of rows, for people.
package enum CountText {
  /// For the head of a page.
  /// - Parameters:
  ///   - total: the number of rows without the filters; `nil` where there are none.
  ///   - countAll: writes the address where an exact count is asked for.
  ///   - stop: writes the one where a count that is under way is left alone.
  package static func write(
    _ count: TableCount, of total: TableCount?, countAll: (inout ByteSink) -> Void, stop: (inout ByteSink) -> Void,
    into html: inout ByteSink
  ) {
    switch count {
    case .exact(let number):
      html.markup("<b>")
      html.grouped(number)
      html.markup("</b>")
      guard let total else { return html.markup(number == 1 ? " row" : " rows") }
      switch total {
      case .exact(let all):
        html.markup(" of ")
        html.grouped(all)
        html.markup(all == 1 ? " row" : " rows")
      case .moreThan(let all) where all > number:
        html.markup(" of ")
        html.grouped(all)
        html.markup("+ rows")
      case .moreThan, .unknown, .counting: html.markup(number == 1 ? " row matches" : " rows match")
      }
    case .moreThan(let number):
      html.markup("<b>")
      html.grouped(number)
      html.markup("+</b> rows · <a href=\"")
      countAll(&html)
      html.markup("\">count all</a>")
    case .unknown:
      html.markup("<b><a href=\"")
      countAll(&html)
      html.markup("\">count</a></b> rows")
    case .counting(let soFar):
      html.markup("<span role=\"status\"><span class=\"spinner\"></span>counting")
      if soFar > 0 {
        html.markup(", ")
        html.grouped(soFar)
        html.markup(" so far")
      }
      html.markup("</span> <a href=\"")
      stop(&html)
      html.markup("\">stop</a>")
    }
  }

  /// The id of the number that the page at an address tells, on that page and on lists of many.
  package static func id(ofLate address: String) -> String { DOMID.section(indexTitle: "count " + address) }

  /// For lists of tables, where there is room for a number alone.
  package static func short(_ count: TableCount) -> String? {
    switch count {
    case .exact(let number): number.withThousandsMarks
    case .moreThan(let number): number.withThousandsMarks + "+"
    case .counting(let number): number > 0 ? number.withThousandsMarks + "+" : nil
    case .unknown: nil
    }
  }

  /// For captions: a sentence without markup.
  package static func words(_ count: TableCount) -> String? {
    switch count {
    case .exact(let number): number.counted("row", "rows")
    case .moreThan(let number), .counting(let number): number > 0 ? "more than \(number.withThousandsMarks) rows" : nil
    case .unknown: nil
    }
  }
}

extension TableCount {
  /// Whether asking again, of the same data, would say the same.
  package var isFinal: Bool {
    switch self {
    case .exact, .moreThan: true
    case .unknown, .counting: false
    }
  }
}
