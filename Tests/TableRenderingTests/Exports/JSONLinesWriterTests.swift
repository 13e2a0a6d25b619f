import TableModel
import TableRendering
import Testing

@Test func eachRowIsAnObjectOnALineOfItsOwn() throws {
  let schema = RecordSchema(
    table: "t", columns: [.init("id", .identifier), .init("text"), .init("data", .blob)], keyFields: [0])
  let page = RecordSamples.page(
    schema, [[.integer(1), .text("two\nlines"), .null], [.integer(2), .null, .blob([255])]])
  var sink = ByteSink()
  JSONLinesWriter(schema, showing: [1, 2]).write(page, into: &sink)
  #expect(
    sink.string
      == "{\"text\":\"two\\nlines\",\"data\":null}\n{\"text\":null,\"data\":{\"$base64\":true,\"encoded\":\"/w==\"}}\n")
}
