import Secrets
import SiteAccess
import TableModel

/// What would take a change back, with the versions of the rows that it expects: nothing that was changed since is overwritten.
struct Undo: Sendable {
  /// The change backwards, as its table makes it.
  enum Inverse: Sendable {
    case records(RecordInverse)
    case rows([TableEdit])
  }

  /// The address of the table.
  var table: String
  /// Who made the change, where nobody else takes it back; `nil` for all who know its name and may change the table.
  var visitor: String?
  var inverse: Inverse
  /// What was done, for people: "Deleted “Overdose”."
  var message = ""

  /// About how many bytes of memory it takes: of a row, what it encodes counts, and as much again for how it is kept.
  var byteCount: Int {
    switch inverse {
    case .records(let inverse): 256 + inverse.byteCount
    case .rows(let edits):
      edits.reduce(256) { count, edit in
        switch edit {
        case .insert(let row, _), .replace(let row, _):
          count + 256 + RowValues(row).items.reduce(0) { $0 + 64 + 2 * ($1.name.utf8.count + $1.text.utf8.count) }
        case .remove, .move: count + 256
        }
      }
    }
  }
}

extension SiteContext {
  /// Keeps what would take changes back. - Returns: the name that brings it back; `nil` if they can't be taken back.
  func keepUndo(
    of result: RecordChangeResult, _ presentation: TablePresentation, by visitor: Visitor, message: String
  ) -> String? {
    result.inverse.map {
      undos.keep(
        Undo(table: presentation.address, visitor: visitor.signature, inverse: .records($0), message: message))
    }
  }

  /// What would take back the changes of a name; `nil` for those of other tables and other visitors, and for what is forgotten.
  func undo(named name: String, table: String, by visitor: Visitor) -> Undo? {
    undos[name].flatMap { undo in
      undo.table == table && [nil, visitor.signature].contains(undo.visitor) ? undo : nil
    }
  }
}
