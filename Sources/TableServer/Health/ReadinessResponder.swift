internal import MicroHTTP
import SitePages
import SiteTables
import TableModel

/// Says whether more requests should come. It names no database, since whoever asks may not know of all.
struct ReadinessResponder {
  let context: SiteContext

  func answer() async -> Response {
    if context.services.isStopping { return no("stopping") }
    let databases = context.map.databases
    guard !databases.contains(where: { $0.database.completeness(of: nil) == .loading }) else {
      return no("loading files")
    }
    var unreadable = 0
    for entry in databases {
      do { _ = try await entry.tables() } catch { unreadable += 1 }
    }
    guard unreadable > 0 else { return Response(headers: Self.headers, body: .text("ready\n")) }
    let what = "\(unreadable) of \(databases.count.counted("database", "databases")) can't be read"
    // Of several, the others are worth coming for.
    return unreadable < databases.count ? Response(headers: Self.headers, body: .text("ready; \(what)\n")) : no(what)
  }

  private func no(_ reason: String) -> Response {
    let headers = Self.headers + [Header(.retryAfter, "1")]
    return Response(status: .serviceUnavailable, headers: headers, body: .text("not ready: \(reason)\n"))
  }

  private static let headers = [Header(.cacheControl, "no-store")]
}
