/// A statement that a visitor has saved under a name: private, or shared with all who may write statements for its database.
package struct SavedQuery: Sendable, Equatable {
  /// Names it in addresses, so that links outlive another name. Numbers are never given again.
  package let number: Int
  /// The database that it is for.
  package let database: String
  /// Who has saved it: what the site calls the visitor.
  package let owner: String
  package var content: SavedQueryContent
  /// Counts its changes: whoever changes it says which version they saw.
  package var version = 1
  /// When it was saved or changed last, in seconds since 1970.
  package var changedAt: Int64
  /// When it was deleted; it can be brought back for a while.
  package var deletedAt: Int64?

  package init(
    number: Int, database: String, owner: String, content: SavedQueryContent, version: Int = 1, changedAt: Int64,
    deletedAt: Int64? = nil
  ) {
    self.number = number
    self.database = database
    self.owner = owner
    self.content = content
    self.version = version
    self.changedAt = changedAt
    self.deletedAt = deletedAt
  }

  /// Whether somebody may know of it who may write statements for its database.
  package func isVisible(to visitor: String?) -> Bool { content.isShared || owner == visitor }
}

/// What somebody says of a query that they save.
package struct SavedQueryContent: Sendable, Equatable {
  package var name: String
  /// What it answers; empty for nothing.
  package var description: String
  package var statement: String
  package var isShared: Bool

  package init(name: String, description: String = "", statement: String, isShared: Bool = false) {
    self.name = name
    self.description = description
    self.statement = statement
    self.isShared = isShared
  }

  package static let nameLimit = 100, descriptionLimit = 1_000, statementLimit = 50_000

  /// Whether a name is one line of something that can be seen.
  package static func isName(_ text: String) -> Bool {
    text.contains { !$0.isWhitespace }
      && text.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
  }
}
