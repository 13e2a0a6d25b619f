internal import MicroHTTP
import TableRendering

/// What every page of a running server needs.
///
/// A class, since every request hands it on several times: a struct of it would count some fifty references up and down
/// each time, on counters that all workers share.
final class SiteContext: Sendable {
  let title: String
  let file: SiteFile
  /// The nibs of the site's owner.
  let ownNibs: NibSources
  let options: Site.Options
  let map: SiteMap
  let assets: AssetAddresses
  let nibs: PageNibs
  let buffers: ResponseBufferPool
  let chrome: CellChrome
  /// Who may do what.
  let access: Access
  /// What pages are still to say of changes.
  let flashes: FlashMemory
  /// What would take back the last changes.
  let undos: UndoMemory
  /// How the latest changes of tables built in code are taken back.
  let eventUndos: EventUndoMemory
  /// Whether the site's file is the one that is there.
  let fileStatus: SiteFileStatus

  init(
    title: String, file: SiteFile, ownNibs: NibSources, options: Site.Options, map: SiteMap, assets: AssetAddresses,
    nibs: PageNibs, buffers: ResponseBufferPool, access: Access
  ) {
    self.title = title
    self.file = file
    self.ownNibs = ownNibs
    self.options = options
    self.map = map
    self.assets = assets
    self.nibs = nibs
    self.buffers = buffers
    self.access = access
    flashes = FlashMemory()
    undos = UndoMemory()
    eventUndos = EventUndoMemory()
    fileStatus = SiteFileStatus()
    chrome = CellChrome(sprite: assets.sprite)
  }

  /// The same for somebody who may read a part of the site: what is remembered from request to request is one for all.
  init(_ whole: SiteContext, readable map: SiteMap) {
    title = whole.title
    file = whole.file
    ownNibs = whole.ownNibs
    options = whole.options
    self.map = map
    assets = whole.assets
    nibs = whole.nibs
    buffers = whole.buffers
    access = whole.access
    chrome = whole.chrome
    flashes = whole.flashes
    undos = whole.undos
    eventUndos = whole.eventUndos
    // What is wrong with the file may name what isn't theirs to know.
    fileStatus = SiteFileStatus()
  }

  /// The same server with what the site's owner says now.
  /// - Throws: `NibError` if the owner's frame can't be compiled.
  init(_ other: SiteContext, _ site: Site, map: SiteMap) throws {
    title = site.file.title ?? site.title
    file = site.file
    ownNibs = site.nibs
    self.map = map
    options = other.options
    assets = other.assets
    nibs = try PageNibs(site.file, site.nibs)
    buffers = other.buffers
    access = other.access
    flashes = other.flashes
    undos = other.undos
    eventUndos = other.eventUndos
    fileStatus = other.fileStatus
    chrome = other.chrome
  }

  /// Where the browser finds what belongs to the pages; the addresses hold the contents' hashes.
  struct AssetAddresses: Sendable {
    var style: String
    /// Only for the page of statements.
    var queryStyle: String
    /// Only for pages with facets.
    var facetStyle: String
    /// For what the site's owner has written.
    var notesStyle: String
    /// For the search of all tables, and pages that have its field.
    var searchStyle: String
    /// Only for what is said and asked around changes.
    var eventStyle: String
    /// Only for pages where changes are asked for.
    var formStyle: String
    /// Only for lists whose rows visitors can do something with.
    var rowScript: String
    /// Only for signing in, and for who is signed in.
    var accessStyle: String
    /// Only for pages with parts that come late.
    var lateScript: String
    var icon: String
    var sprite: String

    var values: NibValue {
      .object(["style": .text(style), "icon": .text(icon), "sprite": .text(sprite)])
    }
  }
}

extension SiteContext {
  /// Marks a column of a primary key.
  var keyMark: HTML {
    HTML { html in
      html.markup("<svg class=\"icon key\" aria-hidden=\"true\"><use href=\"")
      html.address(assets.sprite)
      html.markup("#key\"/></svg><span class=\"visually-hidden\"> primary key</span>")
    }
  }
}
