/// The text of a statement that is asked for again and again. A class: connections find their prepared one by its identity.
package final class StatementText: Sendable {
  package let sql: String
  package init(_ sql: String) { self.sql = sql }
}
