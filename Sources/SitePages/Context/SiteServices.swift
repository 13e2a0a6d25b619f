package import CoreMetrics
package import MicroHTTP
package import SavedQueries
import Secrets
package import SiteAccess
package import SiteConfiguration
package import SiteTables
internal import Synchronization
import TableModel
import TableRendering

/// What stays as long as the server runs, whatever the site's owner comes to say and whoever asks: options, and what is remembered from
/// one request to the next.
package final class SiteServices: Sendable {
  let options: Site.Options
  /// What browsers fetch with the pages.
  package let files: StaticFiles
  let assets: SiteContext.AssetAddresses
  let chrome: CellChrome
  let buffers = ResponseBufferPool.shared
  /// Says who the visitor of a request is; `nil` where the site itself knows.
  package let identify: Identify?
  /// Takes what is counted.
  package let metrics: any MetricsFactory
  package let cellMetrics: CellMetrics
  /// Who may do what.
  let access: Access
  /// Makes the validators of pages.
  package let entityTags: EntityTags
  /// What pages are still to say of changes.
  let flashes: FlashStore
  /// What would take back the last changes.
  let undos: UndoStore

  /// Brings back what visitors have changed lately; `nil` where all is read where it is changed.
  package let changeMarks: ChangeMarks?
  /// Where visitors save queries; `nil` where they can't.
  package let savedQueries: SavedQueryStore?

  private let stopping = Atomic<Bool>(false)

  /// Whether the server is about to stop.
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }
  package func announceStop() { stopping.store(true, ordering: .relaxed) }

  package typealias Identify = @Sendable (Request) async throws -> Identity?

  /// - Throws: `SiteError` if a file is missing that every page needs.
  package init(
    _ site: Site, home: String, files: StaticFiles, metrics: any MetricsFactory, identify: Identify?
  ) throws(SiteError) {
    self.identify = identify
    self.metrics = metrics
    cellMetrics = CellMetrics(metrics)
    options = site.options
    self.files = files
    assets = try SiteContext.AssetAddresses(files, isLive: options.isLive)
    chrome = CellChrome(sprite: assets.sprite)
    access = Access(
      site.access, everyone: site.everyone, restrictions: SiteRestriction.all(site.file), ownerToken: site.ownerToken,
      secret: site.secret, shared: site.shared, home: home)
    entityTags = EntityTags(secret: site.secret)
    flashes = FlashStore(secret: site.secret, isShared: site.shared != nil)
    undos = UndoStore(shared: site.shared)
    savedQueries = site.savedQueries
    let replicated = site.databases.compactMap { $0 as? any ReplicatedDatabase }.filter { $0.replicaStatus != nil }
    changeMarks = replicated.isEmpty ? nil : ChangeMarks(secret: site.secret, home: home)
    for database in replicated {
      let tell = ReplicaMetrics(metrics, of: database.name)
      if let status = database.replicaStatus { tell.note(status) }
      database.tellReplicaStatus(to: tell.note)
    }
  }
}
