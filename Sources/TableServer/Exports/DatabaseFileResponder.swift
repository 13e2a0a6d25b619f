internal import MicroHTTP
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel

/// Answers the file of a database that nobody changes, to those who may read all of it.
struct DatabaseFileResponder: Sendable {
  let call: RouteCall

  /// - Throws: `HTTPProblem` 403 for a database that can't be downloaded.
  func answer() throws -> Response {
    let entry = try call.entry
    // The file holds what hidden tables, and tables of other users, do.
    guard call.context.options.allowsDownloads, let storage = entry.database.storage, storage.isImmutable,
      call.context.access.allows(.read, call.visitor, entry.name, nil), entry.allowsStatements
    else {
      throw HTTPProblem(
        status: 403, messages: ["Database download is forbidden"], heading: "This database can't be downloaded",
        crumbs: [.init(title: entry.heading, address: entry.address)],
        recoveryLink: .init(title: "All tables of \(entry.heading)", address: entry.address))
    }
    var headers = PageHeaders.data()
    headers.append(Header(.contentDisposition, DownloadName(entry.name + ".db").disposition))
    return Response(headers: headers, body: try .file(atPath: storage.path, contentType: "application/octet-stream"))
  }
}
