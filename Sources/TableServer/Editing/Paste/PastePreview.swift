internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
import TextCoding

/// Pasted rows as they are about to be stored, with the types of their columns and everything that is wrong with them.
struct PastePreview {
  let table: ClipboardTable
  /// What each column holds, in words; `nil` for one that is left out.
  let kinds: [String?]
  /// What is wrong, by the places of rows.
  let errors: [Int: FieldErrors]

  /// As JSON; 400 if something is wrong.
  var json: Response {
    let sentences = errors.sorted { $0.key < $1.key }.flatMap { row, errors in
      errors.sentences.map { "Row \(row + 1): \($0)" }
    }
    let columns = table.titles.indices.map { column -> JSONValue in
      [
        "title": .text(table.titles[column]), "field": JSONValue(table.columns[column]?.name),
        "type": JSONValue(kinds[column]),
      ]
    }
    let problems = errors.sorted { $0.key < $1.key }.map { row, errors -> JSONValue in
      ["row": .integer(Int64(row + 1)), "errors": JSONValue(errors.sentences)]
    }
    let preview: JSONValue = [
      "columns": .list(columns), "rows": .list(table.rows.map { JSONValue($0) }), "problems": .list(problems),
    ]
    return sentences.isEmpty
      ? Response(["ok": true, "preview": preview])
      : .failure(sentences, .badRequest, [("preview", preview)])
  }

  /// As a page: with a button where nothing is wrong, else with the text to be corrected.
  /// - Parameters:
  ///   - action: what takes its form.
  ///   - fields: what the form sends besides the text.
  func response(
    at place: EditingPlace, _ action: String, _ fields: [(name: String, value: String)], text: String, back: String,
    _ preferences: ViewPreferences
  ) -> Response {
    let count = table.rows.count.counted("row", "rows"), isFine = errors.isEmpty
    var page = EditPage(
      place, isFine ? "Add \(count)?" : "\(errors.count.counted("row", "rows")) can't be stored",
      remark: isFine ? "Nothing is stored yet." : "Nothing is stored: all rows are added, or none. Correct them here.")
    page.preview = shown
    page.ways = [.cancel(back)]
    let fields = fields + [("_return", back)]
    page.form =
      isFine
      ? EditPage.Form(
        action: action, hidden: fields + [("text", text), ("confirm", "on")],
        buttons: [.init(title: "Add \(count)", style: .primary)])
      : Self.form(action, fields, text: text, submit: "Check again")
    return page.response(preferences, status: isFine ? .ok : .badRequest)
  }

  /// A form that takes rows to be looked at.
  static func form(
    _ action: String, _ fields: [(name: String, value: String)], text: String, submit: String
  ) -> EditPage.Form {
    EditPage.Form(
      action: action, hidden: fields, text: .init(name: "text", value: text, label: "Rows"),
      buttons: [.init(title: submit, style: .primary)])
  }

  private var shown: EditPage.Preview {
    let names = Set(table.columns.compactMap { $0?.name })
    let rest = errors.mapValues { errors in
      var elsewhere = errors
      elsewhere.messages = errors.messages.filter { !names.contains($0.key) }
      return elsewhere.sentences.joined(separator: "; ")
    }
    return EditPage.Preview(
      "Rows to be stored", zip(table.titles, kinds).map { ($0, $1 ?? "left out") },
      table.rows.enumerated().map { position, row in
        table.columns.indices.map { column in
          .init(
            row.indices.contains(column) ? row[column] : "",
            problem: table.columns[column].flatMap { errors[position]?.messages[$0.name] })
        }
      }, errors: rest.filter { !$0.value.isEmpty })
  }
}
