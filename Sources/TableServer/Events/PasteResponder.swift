internal import MicroHTTP
import TableModel
import TableRendering

/// Pasted rows: shown first, with types and everything that is wrong, and stored when they are sent once more.
struct PasteResponder {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry
  let events: TableEvents

  /// What is pasted, and whether it was looked at.
  struct Paste {
    let table: PastedTable
    let insertion: RowInsertion
    let errors: [Int: FieldErrors]
    let kind: Int
    let isConfirmed: Bool
  }

  /// - Throws: `PageFailure` 400 for what is no table, `TableCommandError` where nothing can be added.
  func paste(_ form: EventForm) throws -> Paste {
    guard events.visitor.mayChange else { throw TableCommandError.notAllowed }
    let kind = form["kind"].flatMap { Int($0) } ?? 0
    guard events.handlers.insertions.indices.contains(kind) else {
      throw TableCommandError.impossible("No rows can be added to this table")
    }
    let insertion = events.handlers.insertions[kind]
    let table = try PastedTable(form["text"] ?? "", fields: insertion.fields)
    return Paste(
      table: table, insertion: insertion, errors: table.errors(insertion), kind: kind,
      isConfirmed: Bool(argument: form["confirm"] ?? "") == true)
  }

  /// What is about to be stored, as JSON.
  func json(_ paste: Paste) -> Response {
    let sentences = Self.sentences(paste)
    var tree: [(key: String, value: JSONTree)] = [("ok", .boolean(sentences.isEmpty))]
    if !sentences.isEmpty {
      tree += [
        ("error", .text(sentences.joined(separator: "; "))), ("errors", JSONTree(sentences)), ("status", 400),
      ]
    }
    tree.append(
      (
        "preview",
        [
          "columns": .list(
            zip(paste.table.titles, paste.table.columns).map { title, field in
              ["title": .text(title), "field": JSONTree(field?.name), "type": JSONTree(field?.kind.name)]
            }),
          "rows": .list(paste.table.rows.map { JSONTree($0) }),
          "problems": .list(
            paste.errors.sorted { $0.key < $1.key }.map { row, errors in
              ["row": .integer(Int64(row + 1)), "errors": JSONTree(errors.sentences)]
            }),
        ]
      ))
    var response = Response(
      json: String(decoding: JSONTree.object(tree).bytes, as: UTF8.self), headers: PageHeaders.data())
    if !sentences.isEmpty { response.status = .badRequest }
    return response
  }

  /// What is about to be stored, as a page: with a button where nothing is wrong, else with the text to be corrected.
  func page(_ paste: Paste, _ form: EventForm, back: String) -> EventPage {
    let count = paste.table.rows.count
    var page = EventPage(
      context: context, entry: entry,
      heading: paste.errors.isEmpty
        ? "Add \(count.counted("row", "rows"))?" : "\(paste.errors.count.counted("row", "rows")) can't be stored")
    page.remark =
      paste.errors.isEmpty
      ? "Nothing is stored yet." : "Nothing is stored: all rows are added, or none. Correct them here."
    page.preview = preview(paste)
    let common: [(name: String, value: String)] = [
      ("event", "paste"), ("kind", String(paste.kind)), ("_return", back),
    ]
    let text = form["text"] ?? ""
    if paste.errors.isEmpty {
      page.forms = [
        EventPage.Form(
          fields: common + [("text", text), ("confirm", "on")], submit: "Add \(count.counted("row", "rows"))",
          isPrimary: true)
      ]
    } else {
      page.forms = [
        EventPage.Form(fields: common, submit: "Look again", isPrimary: true, text: ("text", text, "Rows"))
      ]
    }
    page.ways = [PageFailure.Link(title: "Cancel", address: back)]
    return page
  }

  private func preview(_ paste: Paste) -> NibValue {
    let table = paste.table
    return .object([
      "previewTitle": "Rows to be stored",
      "columns": .list(
        zip(table.titles, table.columns).map { title, field in
          .object(["column": .text(title), "columnKind": .text(field?.kind.name ?? "left out")])
        }),
      "previewRows": .list(
        table.rows.enumerated().map { position, row in
          let errors = paste.errors[position]
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

  private static func sentences(_ paste: Paste) -> [String] {
    paste.errors.sorted { $0.key < $1.key }.flatMap { row, errors in errors.sentences.map { "Row \(row + 1): \($0)" } }
  }
}

extension EditField.Kind {
  /// What people call it.
  var name: String {
    switch self {
    case .text: "text"
    case .longText: "long text"
    case .number: "number"
    case .date: "date"
    case .boolean: "yes or no"
    case .choice: "choice"
    }
  }
}
