/// A file of records, as it is told by its name.
package struct TableFile: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case separated(delimiter: UInt8?)
    case json
    case lines
  }

  /// Where the file is.
  package let path: String
  /// What its table is called: the file's name without its suffixes.
  package let name: String
  let form: Form
  /// The folder that it was found in, symbolic links resolved: what its path leads to outside of that isn't read. `nil` for a file that was
  /// named by itself.
  package let folder: String?

  /// A file by its path; `nil` where its suffix is not one of a file of records: `.csv`, `.tsv`, `.tab`, `.psv`, `.txt`, `.json`,
  /// `.geojson`, `.ndjson`, `.jsonl`, each with or without `.gz`.
  /// - Parameters:
  ///   - name: what its table is called, if not as the file.
  ///   - folder: the folder that it was found in, symbolic links resolved.
  package init?(path: String, name: String? = nil, in folder: String? = nil) {
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    var stem = Substring(fileName)
    if stem.lowercased().hasSuffix(".gz") { stem = stem.dropLast(3) }
    guard let dot = stem.lastIndex(of: "."), dot != stem.startIndex else { return nil }
    switch stem[stem.index(after: dot)...].lowercased() {
    case "csv", "txt": form = .separated(delimiter: nil)
    case "tsv", "tab": form = .separated(delimiter: UInt8(ascii: "\t"))
    case "psv": form = .separated(delimiter: UInt8(ascii: "|"))
    case "json", "geojson": form = .json
    case "ndjson", "jsonl": form = .lines
    default: return nil
    }
    self.path = path
    self.folder = folder
    self.name = name ?? String(stem[..<dot])
  }

  /// The file's name, for people.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What the file is like at the moment; `nil` if it isn't there.
  var state: FileState? { folder.map { FolderPath.leads(path, into: $0) } ?? true ? FileState(path: path) : nil }
}
