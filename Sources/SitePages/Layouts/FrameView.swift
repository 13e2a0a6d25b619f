import TableRendering

/// What `frame-head.html` and `frame-top.html` show: the same around every page.
package struct FrameView: EmbeddedView {
  /// A step of the way to a page.
  struct Crumb: NibView {
    let crumb: String
    let isCurrent: Bool
    let crumbAddress: String?
  }

  /// A menu of the tables beside the one on the page.
  struct Switcher: NibView {
    let current: String
    let filterAction: String?
    let neighbours: [Neighbour]
  }

  struct Neighbour: NibView {
    let neighbour, neighbourAddress: String
    let size: String?
    let isCurrent: Bool
  }

  /// Where relative addresses begin, on a page that isn't there.
  struct Base: NibView { let baseAddress, ownAddress: String }

  let lang: String
  /// `rtl`, where the page is written from right to left.
  let dir: String?
  let dataLanguage: String?
  let theme: String?
  let isCompact: Bool
  let title, siteTitle: String
  let assets: AssetsView
  var pageStyle, notesStyle, editStyle: String?
  package var chartStyle: String? = nil
  let customStyles, customScripts: [CustomAssetView]
  let keyScript: String
  let lateScript: String?
  var rowScripts: [CustomAssetView] = []
  /// Whether the page shows changes while it is open.
  var isLive = false
  /// After how many seconds it comes again where no script asks for it.
  var refresh: Late<String?> = .known(nil)
  package var pageScript: String? = nil
  var columnStyle: HTML? = nil
  /// The same content as JSON, for frames of a site's own; others leave it to the header `Link`.
  let alternate: String?
  var base: Base?
  let home: String
  let hasCrumbs: Bool
  let crumbs: [Crumb]
  let switcher: Switcher?
  let searchAddress: String
  let queryAddress: String?
  var account, flash: Late<HTML?>
  let appearance: ChoicesView?
}

/// A style sheet or a script that a page links.
struct CustomAssetView: NibView { let assetAddress: String }

/// What the nibs of all pages and of their parts ask for.
package struct AssetsView: NibView { let style, icon, sprite: String }
