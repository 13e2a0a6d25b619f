import Foundation
import MicroHTTP
import MicroHTTPTesting
import Testing

/// Edits a table of any kind, by forms as a browser sends them or by JSON as scripts do.
struct TableEditor {
  enum Medium: String, CaseIterable, Sendable { case form, json }

  /// What is done to the table.
  enum Change: String, CaseIterable, Sendable {
    case update, insert, delete, move, bulkUpdate, bulkDelete, paste

    /// The names of the rows afterwards.
    var names: [String] {
      switch self {
      case .update: ["one", "new", "three"]
      case .insert, .paste: ["one", "two", "three", "new"]
      case .delete: ["one", "three"]
      case .move: ["two", "one", "three"]
      case .bulkUpdate: ["new", "two", "new"]
      case .bulkDelete: ["two"]
      }
    }

    /// The rows that it is about.
    var rows: [Int] {
      switch self {
      case .update, .delete, .move: [2]
      case .bulkUpdate, .bulkDelete: [1, 3]
      case .insert, .paste: []
      }
    }
  }

  let kind: EditableKind
  let medium: Medium
  let client: TestClient

  /// The changes that the table takes by this medium: records are deleted together by forms alone.
  var changes: [Change] {
    Change.allCases.filter { $0 != .bulkDelete || !kind.isDatabase || medium == .form }
  }

  /// The names of all rows, in order.
  func names() async throws -> [String] { try await rows().map(\.name) }

  private func rows() async throws -> [(id: String, name: String, version: String)] {
    if kind.isDatabase {
      var rows: [(id: String, name: String, version: String)] = []
      for row in try await client.get("\(kind.path).json?_sort=place").rows() {
        let id = "\(row["id"] ?? "")"
        let version = try await client.get("\(kind.path)/\(id).json?_extra=version").object()["version"]
        rows.append((id, "\(row["name"] ?? "")", "\(version ?? "")"))
      }
      return rows
    }
    let sections = try await client.get("\(kind.path).json?_shape=sections").object()["sections"] as? [[String: Any]]
    return (sections ?? []).flatMap { $0["cells"] as? [[String: Any]] ?? [] }.map { cell in
      let values = cell["values"] as? [String: Any] ?? [:]
      return ("\(cell["id"] ?? "")", "\(values["name"] ?? "")", "\(cell["version"] ?? "")")
    }
  }

  /// - Parameters:
  ///   - name: what rows are to be called.
  ///   - version: the version that the rows are to have; the one that they have if `nil`.
  func send(
    _ change: Change, name: String = "new", version: String? = nil, isConfirmed: Bool = true
  ) async throws -> TestResponse {
    let known = try await rows()
    let chosen = change.rows.map { id in
      (id: id, version: version ?? known.first { $0.id == "\(id)" }?.version ?? "")
    }
    return switch (kind, medium) {
    case (_, .json) where kind.isDatabase: try await sendJSON(change, name, chosen, isConfirmed)
    case (_, .form) where kind.isDatabase: try await sendForm(change, name, chosen, isConfirmed)
    case (_, .json): try await sendEvent(json: change, name, chosen, isConfirmed)
    case (_, .form): try await sendEvent(form: change, name, chosen, isConfirmed)
    }
  }

  /// What undoes a change, by its response.
  func undoName(_ response: TestResponse) async throws -> String {
    if medium == .json { return try #require(try response.object()["undo"] as? String, "\(response.text)") }
    let page = try #require(response["Location"]).prefix { $0 != "#" }
    let cookie = try #require(response.cookies)
    let text = try await client.get(String(page), headers: ["Cookie": cookie]).text
    return String(try #require(text.firstMatch(of: #/name="(?:undo|token)" value="([^"]+)"/#), "\(text.main)").1)
  }

  func undo(_ name: String) async throws -> TestResponse {
    let isRecord = kind.isDatabase, path = kind.path + (isRecord ? "/-/undo" : "/-/event")
    return switch medium {
    case .json: try await post(path, isRecord ? ["undo": name] : ["event": "undo", "token": name])
    case .form: try await client.form(path, isRecord ? [("undo", name)] : [("event", "undo"), ("token", name)])
    }
  }

  // MARK: A table of a database

  private typealias Rows = [(id: Int, version: String)]

  private func sendJSON(
    _ change: Change, _ name: String, _ rows: Rows, _ isConfirmed: Bool
  ) async throws -> TestResponse {
    let row = rows.first?.id ?? 0, version = rows.first?.version ?? ""
    let (path, body): (String, [String: Any]) =
      switch change {
      case .update: ("\(row)/-/update", ["update": ["name": name], "version": version])
      case .insert: ("-/insert", ["row": ["name": name]])
      case .delete: ("\(row)/-/delete", ["version": version])
      case .move: ("-/move", ["row": "\(row)", "to": "up", "version": version])
      case .bulkUpdate, .bulkDelete: ("-/upsert", ["rows": rows.map { ["id": $0.id, "name": name] as [String: Any] }])
      case .paste: ("-/paste", ["text": "name\n\(name)", "confirm": isConfirmed])
      }
    return try await post("\(kind.path)/\(path)", body.merging(["undo": true]) { $1 })
  }

  private func sendForm(
    _ change: Change, _ name: String, _ rows: Rows, _ isConfirmed: Bool
  ) async throws -> TestResponse {
    let row = rows.first?.id ?? 0, version = ("version", rows.first?.version ?? ""), value = ("value.name", name)
    let named = rows.flatMap { [("row", "\($0.id)"), ("version", $0.version)] }
    let (path, fields): (String, [(String, String)]) =
      switch change {
      case .update: ("\(row)/-/update", [version, value])
      case .insert: ("-/insert", [value])
      case .delete: ("\(row)/-/delete", [version])
      case .move: ("-/move", [("up", "\(row)")])
      case .bulkUpdate: ("-/change", named + [("set.name", "1"), value])
      case .bulkDelete: ("-/change", named + [("_delete", "1")])
      case .paste: ("-/paste", [("text", "name\n\(name)")] + (isConfirmed ? [("confirm", "on")] : []))
      }
    return try await client.form("\(kind.path)/\(path)", fields)
  }

  // MARK: A table in code

  private func sendEvent(
    json change: Change, _ name: String, _ rows: Rows, _ isConfirmed: Bool
  ) async throws -> TestResponse {
    var body: [String: Any] = [:]
    if change.rows.count == 1 { body = ["row": rows[0].id, "version": rows[0].version] }
    if change.rows.count > 1 { body["rows"] = rows.map { ["row": $0.id, "version": $0.version] as [String: Any] } }
    switch change {
    case .update, .bulkUpdate, .insert: body["values"] = ["name": name]
    case .move: body["move"] = "up"
    case .paste: body.merge(["text": "name\n\(name)", "confirm": isConfirmed]) { $1 }
    case .delete, .bulkDelete: break
    }
    body["event"] = Self.event(change)
    return try await post(kind.path + "/-/event", body)
  }

  private func sendEvent(
    form change: Change, _ name: String, _ rows: Rows, _ isConfirmed: Bool
  ) async throws -> TestResponse {
    let prefix = change.rows.count > 1 ? "rows." : ""
    var fields = [("event", Self.event(change))]
    fields += rows.flatMap { [(prefix + "row", "\($0.id)"), (prefix + "version", $0.version)] }
    switch change {
    case .update, .insert: fields.append(("values.name", name))
    case .bulkUpdate: fields += [("set.name", "1"), ("values.name", name)]
    case .move: fields.append(("move", "up"))
    case .paste: fields += [("text", "name\n\(name)")] + (isConfirmed ? [("confirm", "on")] : [])
    case .delete, .bulkDelete: break
    }
    return try await client.form(kind.path + "/-/event", fields)
  }

  private static func event(_ change: Change) -> String {
    switch change {
    case .bulkUpdate: "update"
    case .bulkDelete: "delete"
    default: change.rawValue
    }
  }

  private func post(_ path: String, _ body: [String: Any]) async throws -> TestResponse {
    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    return try await client.post(path, text, headers: ["Content-Type": "application/json"])
  }
}
