import Glibc

/// Finds the folder of style sheets and icons that pages need.
enum PublicFolder {
  /// The named folder; else `Public` in the working folder, beside the program, in the folders above it, or where packages
  /// put it.
  static func find(named name: String?) throws(CommandFailure) -> String {
    if let name {
      guard isFolder(name) else { throw CommandFailure("\(name): no such folder (--public)") }
      return name
    }
    let candidates = ["./Public"] + foldersAboveProgram().map { $0 + "/Public" } + ["/usr/share/tablepages/Public"]
    // The style sheet tells our folder from any other of that name.
    guard let found = candidates.first(where: { access($0 + "/tablepages.css", R_OK) == 0 }) else {
      throw CommandFailure("can't find the folder Public with the style sheets; set --public")
    }
    return found
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func foldersAboveProgram() -> [String] {
    guard let program = realpath("/proc/self/exe", nil) else { return [] }
    defer { free(program) }
    var parts = String(cString: program).split(separator: "/").dropLast()
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append("/" + parts.joined(separator: "/"))
      parts = parts.dropLast()
    }
    return folders
  }
}
