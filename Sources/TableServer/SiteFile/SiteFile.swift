public import RichTextRendering
import TextCoding

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
  public var title: String?
  /// What it is about.
  public var description: RichText?
  /// The folder of the owner's own nibs, as the file names it: from where the file is.
  public var nibs: PlacedName?
  /// The nib that stands at the top of every page in place of the product's own.
  public var frame: PlacedName?
  /// What is said about the databases, by their names in paths.
  public var databases: [Database] = []
  /// Further words about the site, such as its license.
  var notes: [(key: String, value: JSONValue)] = []

  /// Who is named by what it allows.
  var allowed = AllowedNames()
  /// Keys that say nothing here, and where they stand.
  var unheeded: [(key: String, place: SourcePlace?)] = []

  /// Whether there is nothing in the file, not even `{}`: it may be one that is just being written.
  public private(set) var isEmpty = false

  /// Says nothing.
  public init() {}

  /// Reads a file.
  /// - Throws: `SiteFileError` with everything that is wrong with it.
  public init(yaml: String) throws(SiteFileError) {
    var reader = SiteFileReader()
    self = try reader.file(yaml)
    isEmpty = try reader.root(yaml) == nil
  }

  /// What is said about one database.
  public struct Database: Sendable {
    /// Its name in paths.
    public var name: String
    /// What pages call it.
    public var title: String?
    /// What it holds.
    public var description: RichText?
    /// Statements with paths of their own, in the order in which pages list them.
    public var queries: [StoredQuery] = []
    /// What is said about its tables and views.
    public var tables: [Table] = []
    /// Where it stands in the site file.
    var place: SourcePlace?
    /// Further words about it, such as its license.
    var notes: [(key: String, value: JSONValue)] = []

    /// Says nothing about a database.
    public init(name: String) { self.name = name }

    /// What is said about a table; databases compare names without regard to ASCII case, and so does this.
    public func table(named name: String) -> Table? {
      tables.first { $0.name == name } ?? tables.first { $0.name.lowercased() == name.lowercased() }
    }
  }
}

/// A place in a file, counted from 1; columns are Unicode scalars.
struct SourcePlace: Sendable, Hashable {
  var line: Int
  var column: Int
}

/// What is wrong with a site file.
public struct SiteFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// All that is wrong, in the order of the file; never empty.
  public var problems: [Problem]

  /// Everything that is wrong with a file.
  public init(problems: [Problem]) { self.problems = problems }

  /// One thing that is wrong.
  public struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1; `nil` if it isn't known.
    public var line: Int?
    /// The column in that line, from 1, counted in Unicode scalars.
    public var column: Int?
    /// A sentence for the one who wrote the file.
    public var message: String
    /// The file that it is in, if that isn't the site file: a nib.
    public var file: String?

    init(_ message: String, at place: SourcePlace?) {
      self.message = message
      line = place?.line
      column = place?.column
    }

    /// A file without anything in it.
    public static var emptyFile: Problem {
      Problem("The file is empty; one that says nothing is {}", at: SourcePlace(line: 1, column: 1))
    }

    /// The problem with its place, as compilers tell it: `shop.yaml:3:5: The key “titel” is not known here; “title” is`.
    /// - Parameter siteFile: what the site file is called.
    public func line(in siteFile: String) -> String { "\(file ?? siteFile):\(description)" }

    /// `3:5: The key “titel” is not known here; “title” is`
    public var description: String {
      guard let line, let column else { return message }
      return "\(line):\(column): \(message)"
    }
  }

  /// What is wrong first, and how much else.
  public var description: String {
    let first = problems.first?.description ?? "The site file can't be read"
    return problems.count > 1 ? "\(first) (and \(problems.count - 1) more)" : first
  }
}
