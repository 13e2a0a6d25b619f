package import MicroHTTP
import Secrets
package import SiteAccess
package import SiteConfiguration
package import SiteTables
import TableModel
package import TableRendering

/// What every page of a running server needs: what the site's owner says at the moment, or what of that somebody may read, and the
/// services that stay.
///
/// A class, since every request hands it on several times: a struct of it would count some fifty references up and down
/// each time, on counters that all workers share.
package final class SiteContext: Sendable {
  package let title: String
  package let file: SiteFile
  /// The nibs of the site's owner.
  let ownNibs: NibSources
  package let nibs: PageNibs
  package let map: SiteMap
  /// Whether the site's file is the one that is there.
  package let fileStatus: SiteFileStatus
  package let services: SiteServices
  let customAssets: CustomAssets
  let drawnTables = DrawnTables()

  /// - Throws: `NibError` if the owner's frame can't be compiled, `SiteError` if a style sheet or script of the owner is missing.
  package init(_ site: Site, map: SiteMap, fileStatus: SiteFileStatus, services: SiteServices) throws {
    title = site.file.title ?? site.title
    file = site.file
    ownNibs = site.nibs
    nibs = try site.file.frame == nil ? PageNibs.standard.get() : PageNibs(site.file, site.nibs)
    self.map = map
    self.fileStatus = fileStatus
    self.services = services
    customAssets = try CustomAssets(services.options, site.file, services.files)
  }

  /// The same for somebody who may read a part of the site.
  package init(_ whole: SiteContext, readable map: SiteMap) {
    title = whole.title
    file = whole.file
    ownNibs = whole.ownNibs
    nibs = whole.nibs
    self.map = map
    // What is wrong with the file may name what isn't theirs to know.
    fileStatus = SiteFileStatus()
    services = whole.services
    customAssets = whole.customAssets
  }
}

extension SiteContext {
  package var options: Site.Options { services.options }
  // What most pages ask for, from where it is: a copy of all options counts a reference for each text and list among them.
  package var answerByteLimit: Int { services.options.answerByteLimit }
  package var allowsOtherOrigins: Bool { services.options.allowsOtherOrigins }
  package var excerptBytes: Int { services.options.excerptBytes }
  package var assets: AssetAddresses { services.assets }
  package var chrome: CellChrome { services.chrome }
  package var buffers: ResponseBufferPool { services.buffers }
  package var access: Access { services.access }
  package var flashes: FlashStore { services.flashes }
  package var undos: UndoStore { services.undos }

  /// A pool of the cells of one map, which counts them.
  package func pool(_ adapters: AdapterMap) -> RenderingPool {
    RenderingPool(adapters) { [metrics = services.cellMetrics] in metrics.add($0) }
  }

  /// Where an answer is written: of so many bytes at most, whose memory is taken from what all answers may take.
  /// - Parameter bytes: how large it is likely to become.
  package func sink(expecting bytes: Int) -> ByteSink {
    ByteSink(
      adopting: buffers.take(minimumCapacity: min(bytes, answerByteLimit)), limit: answerByteLimit,
      budget: services.options.memory)
  }

  /// A part of a page that may be large.
  package func part(_ write: (inout ByteSink) throws -> Void) throws -> HTML {
    var html = sinkOfParts
    try write(&html)
    return try HTML(html)
  }

  /// Where several such parts are written, one after the other.
  package var sinkOfParts: ByteSink {
    ByteSink(capacity: 1_024, limit: answerByteLimit, budget: services.options.memory)
  }

  /// Whether SQL can be written for a database by those whose page this is.
  package func mayQuery(_ entry: SiteMap.DatabaseEntry) -> Bool {
    services.options.allowsQueries && entry.allowsStatements && entry.runsStatements
  }

  /// Marks a column of a primary key.
  var keyMark: HTML {
    HTML { html in
      html.markup("<svg class=\"icon key\" aria-hidden=\"true\"><use href=\"")
      html.address(assets.sprite)
      html.markup("#key\"/></svg><span class=\"visually-hidden\"> primary key</span>")
    }
  }
}
