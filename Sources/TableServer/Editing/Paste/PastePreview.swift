internal import MicroHTTP
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
      : Response(.failure(sentences, status: 400, [("preview", preview)]), status: .badRequest)
  }

  /// As a page: with a button where nothing is wrong, else with the text to be corrected.
  /// - Parameters:
  ///   - action: what takes its form.
  ///   - fields: what the form sends besides the text.
  func show(
    on page: EditPage, _ action: String, _ fields: [(name: String, value: String)], text: String
  ) -> EditPage {
    var page = page
    let count = table.rows.count.counted("row", "rows")
    page.preview = value
    guard errors.isEmpty else {
      page.heading = "\(errors.count.counted("row", "rows")) can't be stored"
      page.remark = "Nothing is stored: all rows are added, or none. Correct them here."
      page.form = Self.form(action, fields, text: text, submit: "Look again")
      return page
    }
    page.heading = "Add \(count)?"
    page.remark = "Nothing is stored yet."
    page.form = EditPage.Form(
      action: action, hidden: fields + [("text", text), ("confirm", "on")],
      buttons: [.init(title: "Add \(count)", style: .primary)])
    return page
  }

  /// A form that takes rows to be looked at.
  static func form(
    _ action: String, _ fields: [(name: String, value: String)], text: String, submit: String
  ) -> EditPage.Form {
    EditPage.Form(
      action: action, hidden: fields, text: ("text", text, "Rows"), buttons: [.init(title: submit, style: .primary)])
  }

  private var value: NibValue {
    .object([
      "previewTitle": "Rows to be stored",
      "columns": .list(
        zip(table.titles, kinds).map { title, kind in
          .object(["column": .text(title), "columnKind": .text(kind ?? "left out")])
        }),
      "previewRows": .list(
        table.rows.enumerated().map { position, row in
          let errors = errors[position]
          let elsewhere = (errors?.messages ?? [:]).filter { name, _ in !table.columns.contains { $0?.name == name } }
          let rest = [errors?.message].compactMap(\.self) + elsewhere.sorted { $0.key < $1.key }.map(\.value)
          return .object([
            "number": .integer(Int64(position + 1)),
            "rowError": rest.isEmpty ? .null : .text(rest.joined(separator: "; ")),
            "values": .list(
              table.columns.indices.map { column in
                .object([
                  "value": .text(row.indices.contains(column) ? row[column] : ""),
                  "problem": NibValue(table.columns[column].flatMap { errors?.messages[$0.name] }),
                ])
              }),
          ])
        }),
    ])
  }
}
