internal import MicroHTTP
import TableModel
import TableRendering
import TextCoding

/// Pasted rows as they are about to be stored, with the types of their columns and everything that is wrong with them.
struct PastePreview {
  let table: PastedTable
  /// What each column holds, in words; `nil` for one that is left out.
  let kinds: [String?]
  /// What is wrong, by the places of rows.
  let errors: [Int: FieldErrors]

  private var sentences: [String] {
    errors.sorted { $0.key < $1.key }.flatMap { row, errors in errors.sentences.map { "Row \(row + 1): \($0)" } }
  }

  /// As JSON; 400 if something is wrong.
  var response: Response {
    let sentences = sentences
    var tree: [(key: String, value: JSONValue)] = [("ok", .boolean(sentences.isEmpty))]
    if !sentences.isEmpty {
      tree += [
        ("error", .text(sentences.joined(separator: "; "))), ("errors", JSONValue(sentences)), ("status", 400),
      ]
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
    let rows = table.rows.map { JSONValue($0) }
    let preview: JSONValue = ["columns": .list(columns), "rows": .list(rows), "problems": .list(problems)]
    tree.append(("preview", preview))
    var response = Response(
      json: String(decoding: JSONValue.object(tree).bytes, as: UTF8.self), headers: PageHeaders.data())
    if !sentences.isEmpty { response.status = .badRequest }
    return response
  }

  /// Shows it on a page: with a button where nothing is wrong, else with the text to be corrected.
  /// - Parameters:
  ///   - fields: what the form sends besides the text.
  ///   - back: where whoever thinks better of it goes.
  func show(on page: inout EventPage, text: String, fields: [(name: String, value: String)], back: String) {
    let count = table.rows.count.counted("row", "rows")
    page.heading =
      errors.isEmpty ? "Add \(count)?" : "\(errors.count.counted("row", "rows")) can't be stored"
    page.remark =
      errors.isEmpty
      ? "Nothing is stored yet." : "Nothing is stored: all rows are added, or none. Correct them here."
    page.preview = value
    page.forms =
      errors.isEmpty
      ? [
        EventPage.Form(
          fields: fields + [("text", text), ("confirm", "on")], submit: "Add \(count)", isPrimary: true)
      ]
      : [EventPage.Form(fields: fields, submit: "Look again", isPrimary: true, text: ("text", text, "Rows"))]
    page.ways = [PageFailure.Link(title: "Cancel", address: back)]
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
