internal import CMicroHTTPD

extension HTTPServer {
  /// The version of libmicrohttpd that this program runs.
  package static var libraryVersion: String { String(cString: MHD_get_version()) }

  /// Whether it can be told to refuse lines that others may read otherwise. Those before 1.0 take them, however strict they are asked to be.
  package static let libraryChecksLines = (libraryVersion.split(separator: ".").first.flatMap { Int($0) } ?? 0) >= 1
}
