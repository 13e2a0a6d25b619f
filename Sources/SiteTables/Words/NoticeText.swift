package import TableModel
package import TableRendering
internal import TextCoding

/// Lines about a table, above its rows.
package enum NoticeText {
  /// The lines by themselves, for pages that are filled in with views.
  package static func html(_ notices: [TableNotice], database: String) -> HTML {
    HTML { write(notices, database: database, into: &$0) }
  }

  /// - Parameter database: the path that the tables stand below.
  package static func write(_ notices: [TableNotice], database: String, into html: inout ByteSink) {
    for notice in notices {
      // Spoken when it changes, but only once nothing else is.
      html.markup("<p class=\"summary notice\"")
      if notice.isTransient { html.markup(" role=\"status\"") }
      html.markup(">")
      if notice.isTransient { html.markup("<span class=\"spinner\"></span>") }
      if let table = notice.table {
        html.markup("<a href=\"")
        html.address(database + "/" + TildeEncoding.encode(table))
        html.markup("\">")
      }
      html.text(notice.text)
      if notice.table != nil { html.markup("</a>") }
      html.markup("</p>")
    }
  }
}
