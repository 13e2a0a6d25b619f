internal import Glibc

/// Where paths lead that go through symbolic links.
package enum FolderPath {
  /// The path from the root on, symbolic links resolved; `nil` if it leads nowhere.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    // Allocated by the call for us to free.
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether a path leads into a folder, also through symbolic links.
  /// - Parameter folder: symbolic links resolved.
  package static func leads(_ path: String, into folder: String) -> Bool {
    resolved(path)?.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") ?? false
  }
}
