/// Why a query can't be saved, changed or read.
package enum SavedQueryError: Error, Sendable, Equatable {
  /// The file is somebody else's, damaged, gone, or can't be written: a sentence that names no path.
  case unavailable(String)
  /// There is none of this number that the visitor may know of.
  case missing
  /// It is another one's.
  case notPermitted
  /// It was changed since the visitor saw it.
  case changed
  /// There is no room for more: a sentence.
  case full(String)
}
