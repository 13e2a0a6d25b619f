import Foundation

/// A text for readers: README.md, or an article of the library's documentation.
struct Article {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = root.appendingPathComponent("Sources/TablePages/TablePages.docc")

  /// The file's name.
  let name: String
  let text: String

  private init(_ url: URL) throws {
    name = url.lastPathComponent
    text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// An article by its name.
  init(_ name: String) throws { try self.init(Self.folder.appendingPathComponent(name + ".md")) }

  static func readme() throws -> Article { try Article(root.appendingPathComponent("README.md")) }

  /// All articles, in the order of their names.
  static func all() throws -> [Article] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      try Article(folder.appendingPathComponent($0))
    }
  }

  /// The blocks of code in a language.
  func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }
}
