internal import MicroHTTP
import TableRendering

/// What every page of a running server needs.
struct SiteContext: Sendable {
  let title: String
  let options: Site.Options
  let map: SiteMap
  let assets: AssetAddresses
  let nibs: PageNibs
  let buffers: ResponseBufferPool
  let chrome: CellChrome

  /// Where the browser finds what belongs to the pages; the addresses hold the contents' hashes.
  struct AssetAddresses: Sendable {
    var style: String
    var icon: String
    var sprite: String

    var values: NibValue { .object(["style": .text(style), "icon": .text(icon), "sprite": .text(sprite)]) }
  }
}
