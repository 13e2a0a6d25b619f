package import TableRendering

/// The nibs that the owner of a site has written, by their names: the files of a folder without `.html`.
public struct NibSources: Sendable, Hashable {
  /// The folder, as errors name it.
  package var folder: String
  /// The nibs' sources. Each may show others as its partials.
  package var sources: [String: String]

  /// Nibs of a folder.
  public init(folder: String = "", sources: [String: String] = [:]) {
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    self.sources = sources
  }

  /// Compiles a nib.
  /// - Throws: `NibError` with the file that the mistake is in; `nil` if there is no such nib.
  func nib(named name: String) throws(NibError) -> Nib? {
    guard let source = sources[name] else { return nil }
    do {
      return try Nib(source, named: name, partials: sources)
    } catch {
      throw placed(error)
    }
  }

  /// The error with the path of the file for the name of the nib.
  package func placed(_ error: NibError) -> NibError {
    guard sources[error.nib] != nil else { return error }
    return error.renamed(folder + error.nib + ".html")
  }
}
