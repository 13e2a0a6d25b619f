import SitePages
package import TableEditing
package import TableModel
import TableRendering

extension Command {
  /// What JSON asks for at the address of a change, in the words of Datasette's JSON write API.
  /// - Parameter condition: the version that the request's head names.
  /// - Throws: `HTTPProblem` 400 if it asks for nothing that there is, 415 where the address takes forms.
  package init(_ body: JSONBody, _ target: WriteTarget, _ schema: RecordSchema, _ condition: RowVersion?) throws {
    func row() throws -> ChosenRow {
      ChosenRow(try schema.key(encoded: target.key), version: try body.version() ?? condition)
    }
    switch target.action {
    case .insert:
      let ignores = body.flag("ignore"), replaces = body.flag("replace")
      guard !(ignores && replaces) else {
        throw JSONBody.failure("Cannot use \"ignore\" and \"replace\" at the same time")
      }
      self.init(.insertRecords(try body.rows(), ifExists: ignores ? .ignore : replaces ? .replace : .refuse))
    case .upsert: self.init(.upsert(try body.rows()))
    case .update:
      guard let update = body["update"] else { throw JSONBody.failure("Must provide an \"update\" key") }
      guard case .object(let values) = update else { throw JSONBody.failure("\"update\" must be a dictionary") }
      self.init(.update(try JSONBody.values(values)), try row())
    case .delete: self.init(.delete, try row())
    case .act:
      guard case .text(let name)? = body["action"] else { throw JSONBody.failure("Must provide an \"action\" key") }
      guard case .list(let rows)? = body["rows"], !rows.isEmpty else {
        throw JSONBody.failure("\"rows\" must be a list of keys")
      }
      try JSONBody.checkCount(rows)
      self.init(.action(name), together: try rows.map { try JSONBody.row($0, schema) })
    case .move:
      guard let sent = body["row"] else { throw JSONBody.failure("Must provide a \"row\" key") }
      var row = try JSONBody.row(sent, schema)
      row.version = try body.version() ?? row.version
      self.init(.move(try Self.target(body, schema)), row)
    case .paste, .undo, .change:
      throw HTTPProblem(
        status: 415, messages: ["This address takes forms alone"], heading: "This address can't be used like that")
    }
  }

  private static func target(_ body: JSONBody, _ schema: RecordSchema) throws -> MoveTarget {
    switch (body["before"], body["after"], body["to"]) {
    case (let other?, nil, nil): .before(try JSONBody.row(other, schema).id)
    case (nil, let other?, nil): .after(try JSONBody.row(other, schema).id)
    case (nil, nil, .text("up")?): .up
    case (nil, nil, .text("down")?): .down
    default:
      throw JSONBody.failure(
        "Must provide one of \"before\" and \"after\" with a key, or \"to\" with \"up\" or \"down\"")
    }
  }
}
