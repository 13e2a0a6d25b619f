internal import CMicroHTTPD

extension HTTPServer {
  /// The version of libmicrohttpd that this program runs.
  package static var libraryVersion: String { String(cString: MHD_get_version()) }
}
