import TablePages

@testable import MicroHTTP
@testable import TableModel
@testable import TableServer

/// A query: names and values that are written again are read the same.
@Sendable func readQuery(_ input: UnsafeBufferPointer<UInt8>) {
  let items = QueryItems(String(decoding: input, as: UTF8.self)[...]).map { $0 }
  var written = QueryText()
  for item in items { written.append(item.name, item.value) }
  let again = QueryItems(written.text[...]).map { $0 }
  precondition(items.isEmpty || items == again)
}

private let schema = RecordSchema(
  table: "Track",
  columns: [
    .init("TrackId", .identifier, isPrimaryKey: true), .init("Name"),
    .init("Milliseconds", .number(fractionDigits: nil)),
    .init("_hidden"), .init("a__b"), .init("tags", .json),
  ], keyFields: [0])

/// A table's arguments: what they were found to mean is written as an address that means the same.
@Sendable func readArguments(_ input: UnsafeBufferPointer<UInt8>) {
  let limits = ArgumentLimits(pageSize: 50, maximumPageSize: 1_000)
  let items = QueryItems(String(decoding: input, as: UTF8.self)[...]).map { ($0.name, $0.value) }
  guard let arguments = try? PageArguments(items, schema: schema, limits: limits) else { return }
  let text = arguments.queryText(schema: schema, limits: limits)
  let again = try? PageArguments(
    QueryItems(text[...]).map { ($0.name, $0.value) }, schema: schema, limits: limits)
  precondition(again == arguments, "\(text)")
  _ = arguments.description(schema)
}
