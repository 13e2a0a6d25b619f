import Glibc

/// A folder of our own among the system's temporary files.
struct TemporaryFolder {
  let path: String

  /// Makes the folder where `TMPDIR` says, in `/tmp`, or in shared memory where nothing else can be written to, as in a
  /// container with a read-only file system.
  init() throws(CommandFailure) {
    let parents = [environmentValue("TMPDIR"), "/tmp", "/dev/shm"].compactMap { $0 }
    for parent in parents {
      var template = Array("\(parent)/tablepages-XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return
      }
    }
    throw CommandFailure(
      "can't create a temporary folder in \(parents.joined(separator: ", ")); set TMPDIR to a writable folder")
  }

  /// Takes away the named files and the folder itself; files that aren't there don't matter.
  func remove(files: [String]) {
    for file in files { unlink("\(path)/\(file)") }
    rmdir(path)
  }
}
