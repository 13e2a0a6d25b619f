internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// An answer, and what is known of how long it stands.
struct PageAnswer: Sendable {
  var response: Response
  /// Bytes of its body.
  var byteCount: Int
  /// The state of the data that it was made from; `nil` if it must not be kept.
  var version: DataVersion?
  /// Whether others may come to ask for the same; else it is nothing but watched for who asked.
  var isShared = true
  /// Whether parts of it come later, for which it is asked once more: it is another one in each state of the data, though it looks the same.
  var hasLateParts = false
  /// Tells the state of the data as it is now.
  var source: VersionSource?
  /// The bytes of its body that are others each time that the same page is made.
  private(set) var passing = 0..<0
  /// What could not be drawn as it should, for the log.
  var problems: [RenderingProblem] = []
  /// What the page says that it leads to.
  var flash: Flash?

  init(_ response: Response) {
    self.response = response
    byteCount = response.body.knownMemorySize ?? 0
  }

  /// An answer whose body is what was written into a sink. It is not copied, and its memory goes to the pool once it is sent.
  /// - Parameter whenReleased: called once the body has been sent or is given up.
  /// - Throws: `TableError` if it is larger than an answer may be, or if there was no memory for it.
  init(
    _ bytes: consuming ByteSink, contentType: String, headers: [Header], pool: ResponseBufferPool,
    whenReleased: (@Sendable () -> Void)? = nil
  ) throws(TableError) {
    do {
      try bytes.checkSize()
    } catch {
      whenReleased?()
      throw error
    }
    bytes.shrink()
    passing = bytes.passing
    let block = bytes.take()
    response = .adopting(
      block.bytes, count: block.count, capacity: block.capacity, contentType: contentType, headers: headers, pool: pool,
      keeping: block.share, whenReleased: whenReleased)
    byteCount = block.count
  }
}

extension PageAnswer {
  /// Says how long an answer of a state of a database stands: as long as `lastChange` makes the same of that and the present one, or as long as
  /// they are the same.
  mutating func stands(
    as lastChange: (@Sendable (_ state: DataVersion) -> DataVersion)?, in database: any TableDatabase
  ) {
    source = database.versionSource
    guard let lastChange else { return }
    version = version.map(lastChange)
    source = source?.map(lastChange)
  }

  /// The same, which stands as long as the data are in one state.
  consuming func standing(as source: VersionSource) -> PageAnswer {
    self.source = source
    return self
  }

  /// An answer that is kept for nobody; whoever has it may wait for the next one, which is made once the data are in another state.
  /// - Parameter source: tells the state of all data that it is made from.
  init(
    following source: @autoclosure () -> VersionSource, for request: PageRequest, made: () async throws -> PageAnswer
  ) async rethrows {
    guard request.isFollowed else {
      self = try await made()
      return
    }
    let source = source(), version = await source.version()
    self = try await made()
    guard response.status == .ok else { return }
    (self.version, self.source, isShared) = (version, source, false)
  }
}

extension SiteContext {
  /// A page.
  func page<View>(_ nib: PageNib<View>, _ view: View, headers: [Header]) throws -> PageAnswer {
    let nib = try nib.nib()
    var html = sink(expecting: 16 * 1_024)
    nib.write(view, into: &html)
    return try PageAnswer(html, contentType: PageFormat.html.contentType, headers: headers, pool: buffers)
  }

  /// A page that lists tables.
  func page(_ source: ListingFrameSource, headers: [Header]) throws -> PageAnswer {
    var html = sink(expecting: source.expectedBytes)
    source.write(into: &html)
    return try PageAnswer(html, contentType: PageFormat.html.contentType, headers: headers, pool: buffers)
  }
}
