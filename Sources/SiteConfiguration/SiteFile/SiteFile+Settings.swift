extension SiteFile {
  /// What holds for every page, as far as the file says it; the command line stands before it. Read when the server starts.
  package struct Settings: Sendable {
    /// Rows of a page when nobody asks for another number.
    package var pageSize: Int?
    /// The most rows of a page.
    package var maximumPageSize: Int?
    /// Bytes of a text that a grid shows.
    package var excerptBytes: Int?
    /// Whether visitors may write statements.
    package var allowsQueries: Bool?
    /// Whether the files of immutable databases can be downloaded.
    package var allowsDownloads: Bool?
  }
}
