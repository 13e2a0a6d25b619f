/// What is wrong with a site file.
public struct SiteFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// All that is wrong, in the order of the file; never empty.
  package var problems: [Problem]

  /// Everything that is wrong with a file.
  package init(problems: [Problem]) { self.problems = problems }

  /// One thing that is wrong.
  package struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1; `nil` if it isn't known.
    package var line: Int?
    /// The column in that line, from 1, counted in Unicode scalars.
    package var column: Int?
    /// A sentence for the one who wrote the file.
    package var message: String
    /// The file that it is in, if that isn't the site file: a nib.
    package var file: String?

    /// One thing that is wrong at a place.
    package init(_ message: String, at place: SourcePlace?) {
      self.message = message
      line = place?.line
      column = place?.column
    }

    /// A file without anything in it.
    package static var emptyFile: Problem {
      Problem("The file is empty; write {} for an empty configuration", at: SourcePlace(line: 1, column: 1))
    }

    /// The problem with its place, as compilers tell it: `shop.yaml:3:5: The key “titel” is not known here; “title” is`.
    /// - Parameter siteFile: what the site file is called.
    package func line(in siteFile: String) -> String { "\(file ?? siteFile):\(description)" }

    /// `3:5: The key “titel” is not known here; “title” is`
    package var description: String {
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
