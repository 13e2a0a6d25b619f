package import RichTextRendering
package import TextCoding

/// A statement that the owner of a site has written: it has a path of its own below its database, and a form for its parameters.
package struct StoredQuery: Sendable {
  /// The last name of its path. A table of the same name stands before it.
  package var name: String
  /// The statement, which reads, unless it is said to write.
  package var statement: String
  /// What pages call it; its name where there is none.
  package var title: String?
  /// What it answers.
  package var description: RichText?
  /// Names of parameters without the sign before them, in the order in which the form has them. Those of the statement that are missing here
  /// follow.
  package var parameters: [String] = []
  /// Whether the page leaves out the statement. It is no secret: JSON tells it.
  package var hidesStatement = false
  /// What is answered where the statement changes rows; `nil` for one that reads.
  package var writing: Writing?
  /// Where it stands in the site file.
  package var place: SourcePlace?
  /// Further words about it, such as its license.
  package var notes: [(key: String, value: JSONValue)] = []

  /// What a statement that changes rows answers, as far as its owner says so.
  package struct Writing: Sendable, Hashable {
    /// One sentence, once its changes are stored.
    package var successMessage: String?
    /// A statement with the same parameters, which reads: the first value of its first row is that sentence, if there is one.
    package var successStatement: String?
    /// The page that is shown then: a path of this site.
    package var successAddress: String?
    /// One sentence where nothing was changed.
    package var failureMessage: String?
    /// The page that is shown then.
    package var failureAddress: String?
  }

  /// A statement at the path of a name.
  package init(name: String, statement: String) {
    self.name = name
    self.statement = statement
  }

  /// What pages call it.
  package var heading: String { title ?? name }
}
