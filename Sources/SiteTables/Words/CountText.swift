package import TableModel
package import TableRendering

/// Says what is known of the number of rows, for people.
package enum CountText {
  /// For the head of a page.
  /// - Parameters:
  ///   - total: the number of rows without the filters; `nil` where there are none.
  ///   - countAll: where an exact count is asked for.
  ///   - stop: where one that is under way is left alone.
  ///   - late: where a script finds the number that isn't known yet; `nil` where none does.
  package static func write(
    _ count: TableCount, of total: TableCount?, countAll: @autoclosure () -> String, stop: @autoclosure () -> String,
    late: @autoclosure () -> String?, into html: inout ByteSink
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
      write(late: late(), into: &html) { html in
        html.markup("<b>")
        html.grouped(number)
        html.markup("+</b> rows · <a href=\"")
        html.address(countAll())
        html.markup("\">count all</a>")
      }
    case .unknown:
      write(late: late(), into: &html) { html in
        html.markup("<b><a href=\"")
        html.address(countAll())
        html.markup("\">count</a></b> rows")
      }
    case .counting(let soFar):
      html.markup("<span role=\"status\"><span class=\"spinner\"></span>counting")
      if soFar > 0 {
        html.markup(", ")
        html.grouped(soFar)
        html.markup(" so far")
      }
      html.markup("</span> <a href=\"")
      html.address(stop())
      html.markup("\">stop</a>")
    }
  }

  /// Writes what a script puts the same part of `count.html` in the place of.
  private static func write(late: String?, into html: inout ByteSink, _ content: (inout ByteSink) -> Void) {
    guard let late else { return content(&html) }
    html.markup("<span id=\"count\" data-late=\"")
    html.address(late)
    html.markup("\">")
    content(&html)
    html.markup("</span>")
  }

  /// The id of the number that the page at an address tells, on that page and on lists of many.
  package static func id(ofLate address: String) -> String { DOMID.section(indexTitle: "count " + address) }

  /// For lists of tables, where there is room for a number alone.
  package static func short(_ count: TableCount) -> String? {
    switch count {
    case .exact(let number): number.withThousandsMarks
    case .moreThan(let number): number.withThousandsMarks + "+"
    case .unknown, .counting: nil
    }
  }

  /// For captions: a sentence without markup.
  package static func words(_ count: TableCount) -> String? {
    switch count {
    case .exact(let number): number.counted("row", "rows")
    case .moreThan(let number): "more than \(number.withThousandsMarks) rows"
    case .unknown, .counting: nil
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
