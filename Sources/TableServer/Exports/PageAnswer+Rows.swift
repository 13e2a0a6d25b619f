internal import MicroHTTP
import SitePages
import TableArguments
import TableModel
import TableRendering

extension PageAnswer {
  /// Bare rows, in one of the formats that hold nothing else.
  /// - Parameter fileName: what a download is called, without a suffix.
  init(
    rows page: RecordPage, _ options: ExportOptions, fileName: String, _ request: PageRequest, _ context: SiteContext
  ) throws {
    var writer: RecordExportWriter =
      switch request.format {
      case .ndjson: .lines(JSONLinesWriter(page.schema))
      case .text: .text(TextTableWriter(page.schema, hasHead: options.hasHead))
      case .csv, .html, .json: .csv(CSVWriter(page.schema, isSafe: options.isSafe), hasHead: options.hasHead)
      }
    var bytes = context.sink(expecting: 32 * 1_024)
    writer.start(into: &bytes)
    writer.write(page, into: &bytes)
    var headers = PageHeaders.data()
    if options.isDownload {
      headers.append(
        Header(.contentDisposition, DownloadName(fileName + (request.format.suffix ?? "")).disposition))
    }
    try self.init(bytes, contentType: request.format.contentType, headers: headers, pool: context.buffers)
  }
}
