import SiteTables
import TablePages

/// The folder of nibs that a site file names.
enum NibFolder {
  /// The nibs of a site file; none if it names no folder.
  /// - Parameter siteFile: the path of the file, from where its folder is found.
  /// - Throws: `CommandFailure` if the folder can't be read.
  static func read(of file: SiteFile, at siteFile: String) throws(CommandFailure) -> NibSources {
    guard let path = path(of: file, at: siteFile) else { return NibSources() }
    return NibSources(folder: path, sources: try TextFile.readAll(inFolder: path))
  }

  /// Where the folder is; `nil` if the file names none.
  static func path(of file: SiteFile, at siteFile: String) -> String? {
    guard let name = file.nibs?.text else { return nil }
    let trimmed = name.hasSuffix("/") && name.count > 1 ? String(name.dropLast()) : name
    if trimmed.hasPrefix("/") { return trimmed }
    let folder = siteFile.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return siteFile.contains("/") ? folder + "/" + trimmed : trimmed
  }
}
