package import RichTextRendering
package import TextCoding

/// What the owner of a site says about it: the title, what its databases hold, and the questions that are worth asking of them.
///
/// It is written as YAML, with the keys of Datasette's `metadata.yaml`:
///
/// ```yaml
/// title: The shop
/// databases:
///   shop:
///     tables:
///       products: {title: Products, sort_desc: price, columns: {price: {title: Price, unit: €}}}
///     queries:
///       dear: {title: What costs more than, sql: select * from products where price > :price}
/// ```
public struct SiteFile: Sendable {
  /// What the site is called.
  package var title: String?
  /// What it is about.
  package var description: RichText?
  /// The folder of the owner's own nibs, as the file names it: from where the file is.
  package var nibs: PlacedName?
  /// The nib that stands at the top of every page in place of the product's own.
  package var frame: PlacedName?
  /// Style sheets of the owner's own, by their paths in the public folder.
  package var styleSheets: [PlacedName] = []
  /// Scripts of the owner's own, by their paths in the public folder.
  package var scripts: [PlacedName] = []
  /// What is said about the databases, by their names in paths.
  package var databases: [Database] = []
  /// What holds for every page.
  package var settings = Settings()
  /// Further words about the site, such as its license.
  package var notes: [(key: String, value: JSONValue)] = []

  /// Who is named by what it allows.
  package var allowed = AllowedNames()
  /// Keys that say nothing here, and where they stand.
  package var ignored: [(key: String, place: SourcePlace?)] = []

  /// Whether there is nothing in the file, not even `{}`: it may be one that is just being written.
  package private(set) var isEmpty = false

  /// Says nothing.
  package init() {}

  /// Reads a file.
  /// - Throws: `SiteFileError` with everything that is wrong with it.
  public init(yaml: String) throws(SiteFileError) {
    var reader = SiteFileReader()
    self = try reader.file(yaml)
    isEmpty = try reader.root(yaml) == nil
  }

  /// What is said about one database.
  package struct Database: Sendable {
    /// Its name in paths.
    package var name: String
    /// What pages call it.
    package var title: String?
    /// What it holds.
    package var description: RichText?
    /// Statements with paths of their own, in the order in which pages list them.
    package var queries: [StoredQuery] = []
    /// What is said about its tables and views.
    package var tables: [Table] = []
    /// Where it stands in the site file.
    package var place: SourcePlace?
    /// Further words about it, such as its license.
    package var notes: [(key: String, value: JSONValue)] = []

    /// Says nothing about a database.
    package init(name: String) { self.name = name }

    /// What is said about a table; databases compare names without regard to ASCII case, and so does this.
    package func table(named name: String) -> Table? {
      tables.first { $0.name == name } ?? tables.first { $0.name.lowercased() == name.lowercased() }
    }
  }
}
