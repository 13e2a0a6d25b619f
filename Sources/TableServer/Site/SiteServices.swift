internal import MicroHTTP
import Secrets
import SiteAccess
import TableModel
import TableRendering

/// What stays as long as the server runs, whatever the site's owner comes to say and whoever asks: options, and what is remembered from
/// one request to the next.
final class SiteServices: Sendable {
  let options: Site.Options
  let assets: SiteContext.AssetAddresses
  let chrome: CellChrome
  let buffers = ResponseBufferPool.shared
  /// Who may do what.
  let access: Access
  /// What pages are still to say of changes.
  let flashes = FlashMemory()
  /// What would take back the last changes.
  let undos = NamedMemory<Undo>(limit: 512, byteLimit: 16 << 20) { $0.byteCount }

  init(_ site: Site, home: String, assets: SiteContext.AssetAddresses) {
    options = site.options
    self.assets = assets
    chrome = CellChrome(sprite: assets.sprite)
    access = Access(
      site.access, everyone: site.everyone, restrictions: SiteRestriction.all(site.file), ownerToken: site.ownerToken,
      secret: site.secret, home: home)
  }
}
