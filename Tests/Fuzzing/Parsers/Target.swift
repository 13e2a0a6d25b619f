import TablePages

@testable import MicroHTTP
@testable import TableModel
@testable import TableServer

private let routes: RouteTable = {
  var site = Site()
  site.databases = [EmptyDatabase(name: "shop")]
  do { return try RouteTable(SiteMap(site)) } catch { fatalError("\(error)") }
}()

/// A request's target: no path that is taken leads upwards or holds a NUL; what it names is found or is not there.
@Sendable func readTarget(_ input: UnsafeBufferPointer<UInt8>) {
  guard let target = try? RequestTarget(bytes: input) else { return }
  let segments = target.path.segments
  precondition(!segments.contains { $0 == "." || $0 == ".." || $0.utf8.contains(0) })
  _ = try? routes.match(segments)
  _ = try? routes.match(["shop"] + segments)
  _ = QueryItems(target.query).map(\.name)
}

private struct EmptyDatabase: TableDatabase {
  let name: String
  let currentVersion: DataVersion? = nil
  func kind() async throws -> String { "" }
  func tables() async throws -> [TableSummary] { [] }
  func table(named name: String) async throws -> (any RecordTable)? { nil }
}
