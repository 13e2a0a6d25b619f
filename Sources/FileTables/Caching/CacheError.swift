/// Why rows can't be kept in a folder.
package enum CacheError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another process keeps the same rows there at the moment, or the file system can't tell.
  case inUse(folder: String)
  /// The folder can't be made or written to, or something else is where it would be.
  case unusable(String)

  /// A sentence for whoever named the folder.
  package var description: String {
    switch self {
    case .inUse(let folder): "\(folder): in use by another process"
    case .unusable(let reason): reason
    }
  }
}
