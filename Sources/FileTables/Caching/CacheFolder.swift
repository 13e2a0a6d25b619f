internal import Glibc
internal import SQLiteTables

/// Where the rows of files are kept from one run to the next: a folder of this program's own inside of one that somebody names, in which whatever else
/// there is stays as it is.
///
/// `CACHE/tablepages-cache/shop-3f2a…/rows.sqlite`: the digest is that of the sources, so that files of one name from two places never share
/// one. As long as the object lives, no other process uses the same.
package final class CacheFolder: Sendable {
  /// Where the rows are kept; see `FileLoader`.
  package let databasePath: String
  /// Files that stand where the rows would be kept, and that are none of ours: they are left alone.
  package let foreignPaths: [String]
  private let lock: FolderLock

  /// What the folder is called that is made in the one that somebody names.
  static let folderName = "tablepages-cache"
  private static let candidateCount = 9

  /// - Parameters:
  ///   - parent: the folder that somebody names; it is made if it isn't there.
  ///   - name: what the rows are called, for whoever looks into the folder.
  ///   - sources: the absolute paths of the files and folders that the rows come from.
  /// - Throws: `CacheError`.
  package init(in parent: String, name: String, sources: [String]) throws(CacheError) {
    let key = FileDigest(of: Set(sources).sorted().joined(separator: "\u{0}")).text.prefix(32)
    let plainName = name.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
    let own = parent + "/" + Self.folderName
    let folder = own + "/" + String(plainName) + "-" + key
    try Self.make(own)
    try Self.make(folder)
    lock = try FolderLock(folder)
    var foreign: [String] = []
    for number in 1...Self.candidateCount {
      let path = folder + (number == 1 ? "/rows.sqlite" : "/rows-\(number).sqlite")
      if OwnDatabaseFile(path: path).standing != .foreign {
        databasePath = path
        foreignPaths = foreign
        return
      }
      foreign.append(path)
    }
    throw .unusable("\(folder): every name for the cache file is taken by another program's file")
  }

  /// Makes a folder that its owner alone may read, as it may be with what it is made from.
  private static func make(_ path: String) throws(CacheError) {
    if mkdir(path, 0o700) == 0 { return }
    guard errno == EEXIST else { throw .unusable("\(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .unusable("\(path): another program's file; left alone")
    }
  }
}

/// Keeps other processes from a folder, as long as it lives; the system lets go of it when the process ends, however it does.
private final class FolderLock: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws(CacheError) {
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw .unusable("\(path): \(String(cString: strerror(errno)))") }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      throw .inUse(folder: path)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}
