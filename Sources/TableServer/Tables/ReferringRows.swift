import SitePages
import SiteTables
import TableArguments
import TableModel

/// The rows of another table that refer to a row.
///
/// A class, since a page hands it on from part to part.
final class ReferringRows: Sendable {
  let reference: RecordSchema.IncomingReference
  /// How many they are, as far as that is known.
  let count: TableCount
  /// The page that lists them; `nil` where they refer by bytes, which no filter can be told.
  let address: String?
  /// Where they are; `nil` where that isn't known.
  let place: Place?

  /// Whether asking again, of the same data, would say the same. A count that stopped somewhere is filled in where rows can be counted on.
  var isFinal: Bool { place == nil ? count.isFinal : count.isExact }

  /// Whether they are still being counted for those who waited.
  var areBeingCounted: Bool { if case .counting = count { true } else { false } }

  private init(_ reference: RecordSchema.IncomingReference, _ count: TableCount, address: String?, _ place: Place?) {
    self.reference = reference
    self.count = count
    self.address = address
    self.place = place
  }

  /// Rows of one table: of another one, or of the row's own.
  final class Place: Sendable {
    let table: any RecordTable
    let schema: RecordSchema
    let selection: RowSelection

    fileprivate init(_ table: any RecordTable, _ schema: RecordSchema, _ selection: RowSelection) {
      self.table = table
      self.schema = schema
      self.selection = selection
    }
  }

  /// What is known of all that refers to a row: a table that can't be counted at the moment, or at all, does not hide the row.
  /// - Parameters:
  ///   - version: the state that the row was read in: what is known of it needn't be looked at again.
  ///   - presentation: that of the row's schema.
  ///   - table: that of the row.
  ///   - waits: whether to count what isn't known yet, for ten seconds at most.
  static func all(
    of record: Record, at version: DataVersion? = nil, _ presentation: TablePresentation, _ table: any RecordTable,
    in entry: SiteMap.DatabaseEntry, waits: Bool
  ) async throws -> [ReferringRows] {
    let end = waits ? ContinuousClock.now + .seconds(10) : nil
    var all: [ReferringRows] = []
    for (reference, address) in zip(presentation.source.incomingReferences, presentation.referringAddresses) {
      let filters = Self.filters(reference, record)
      var count = TableCount.unknown, place: Place?
      do {
        place = try await Self.place(reference, filters, record, table, in: entry)
        count = try await Self.count(reference, place, record, at: version, table, until: end)
      } catch is TableError {}
      all.append(ReferringRows(reference, count, address: filters.map(address.filled), place))
    }
    return all
  }

  /// `nil` where a filter can't say which rows they are, or there are none since what they refer to is null.
  private static func place(
    _ reference: RecordSchema.IncomingReference, _ filters: [String]?, _ record: Record, _ own: any RecordTable,
    in entry: SiteMap.DatabaseEntry
  ) async throws -> Place? {
    guard let filters, !isNull(reference, record) else { return nil }
    // Of the row's own table everything is known, without another look at the file.
    let isOwn = reference.table == record.schema.table
    guard let table = isOwn ? own : try await entry.table(named: reference.table) else { return nil }
    let schema = isOwn ? record.schema : try await table.schema()
    let columns = reference.columns.compactMap(schema.column)
    guard columns.count == filters.count else { return nil }
    let selection = RowSelection(filters: zip(columns, filters).map { ColumnFilter(column: $0, value: $1) })
    return Place(table, schema, selection)
  }

  private static func isNull(_ reference: RecordSchema.IncomingReference, _ record: Record) -> Bool {
    reference.referencedColumns.contains { record[$0] == .null }
  }

  private static func count(
    _ reference: RecordSchema.IncomingReference, _ place: Place?, _ record: Record, at version: DataVersion?,
    _ own: any RecordTable, until end: ContinuousClock.Instant?
  ) async throws -> TableCount {
    if isNull(reference, record) { return .exact(0) }
    guard let place else {
      guard !record.isExcerpt, filters(reference, record) == nil else { return .unknown }
      return try await own.count(of: reference, to: record)
    }
    guard let end else {
      if let version, let known = place.table.glance(atCountOf: place.selection, in: version) { return known }
      var query = TableQuery(selection: place.selection)
      query.counting = .glance
      return try await place.table.count(query)
    }
    return try await place.table.awaitedCount(of: place.selection, until: end)
  }

  /// What the columns of the reference hold where they mean the row; `nil` where those are bytes, or too long to be here.
  private static func filters(_ reference: RecordSchema.IncomingReference, _ record: Record) -> [String]? {
    var values: [String] = []
    for column in reference.referencedColumns {
      switch record.part(column) {
      case .text(let bytes) where String(validating: bytes, as: UTF8.self) == nil: return nil
      case .null, .blob: return nil
      default: values.append(record[column].description)
      }
    }
    return values
  }
}
