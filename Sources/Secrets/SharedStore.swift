/// What several servers of one site know together: texts under names, for some time.
///
/// Names are made of letters, digits and `/`. What a server has kept, another finds as soon as `keep` has returned.
package protocol SharedStore: Sendable {
  /// Keeps a text under a name, instead of what is there.
  func keep(_ text: String, as name: String, seconds: Int) async throws
  /// The text under a name; `nil` if there is none, or its time is over.
  func text(_ name: String) async throws -> String?
  /// Forgets a name.
  func forget(_ name: String) async throws
  /// The names that begin so.
  func names(from prefix: String) async throws -> [String]
}
