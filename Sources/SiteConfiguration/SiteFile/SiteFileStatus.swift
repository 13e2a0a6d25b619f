internal import Synchronization

/// What is wrong with the site file since it was last read; whoever administers the site is told.
package final class SiteFileStatus: Sendable {
  private let state = Mutex<String?>(nil)

  /// Nothing is wrong yet.
  package init() {}

  /// Why the file as it is now isn't used; `nil` if it is.
  package var problem: String? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
