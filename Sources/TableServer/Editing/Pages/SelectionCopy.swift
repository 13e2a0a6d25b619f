import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

/// The chosen rows of a table of a database, to be copied.
struct SelectionCopy {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    var items = request.arguments
    let arguments: EventArguments
    do {
      arguments = try EventArguments(takingFrom: &items)
    } catch {
      throw PageFailure(error, presentation.schema, request, table: presentation.address, in: mounted.entry)
    }
    var records: [Record] = []
    for text in arguments.selected {
      // A row that is gone is not copied.
      do {
        let key = try presentation.schema.key(encoded: text)
        records.append(try await mounted.record(key, as: presentation).record)
      } catch TableError.notFound { continue }
    }
    var page = EventPage(
      context: context, mounted: mounted, presentation: presentation, action: "", heading: "Copy")
    let back = items.last { $0.name == "_return" }.map { context.map.localPath($0.value) }
    page.ways = [
      PageFailure.Link(title: "Back to “\(presentation.schema.title)”", address: back ?? presentation.address)
    ]
    let isJSON = request.format != .html
    return PageAnswer(
      CopyResponder.answer(RowTable(records, presentation.schema), page, isJSON: isJSON) {
        $0.response(for: request.visitor, request.preferences)
      })
  }
}
