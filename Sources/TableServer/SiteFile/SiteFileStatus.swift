internal import Synchronization

/// What is wrong with the site file since it was last read; whoever administers the site is told.
final class SiteFileStatus: Sendable {
  private let state = Mutex<String?>(nil)

  /// Why the file as it is now isn't used; `nil` if it is.
  var problem: String? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
