import TableModel
import Testing

@testable import TableRendering

private func json(_ page: TablePage, links: JSONPageWriter.Links = .init()) throws -> (String, [RenderingProblem]) {
  var problems: [RenderingProblem] = []
  let text = try written { problems = try JSONPageWriter.write(page, try .messages(), links: links, into: &$0) }
  return (text, problems)
}

@Test func aPageIsWrittenAsSections() throws {
  var message = TextMessage("x", "A\"da", nil)
  message.accessory = .checkmark
  message.link = "/a"
  message.isSelected = true
  message.indentationLevel = 1
  message.variant = ViewVariant(4)
  let page = TablePage(
    title: "Messages", summary: "two", style: .grouped, header: TitleViewModel("H"),
    sections: [
      MixedSection(
        footer: TitleViewModel("F", detail: "1"), indexTitle: "A", [message, ImageMessage(id: 2, address: "/i")]),
      MixedSection([]),
    ], next: PageToken("n"))
  let cells = """
    {"id":"x","reuse_identifier":"TextMessageCell","variant":4,"accessory":"checkmark","indentation_level":1,"preferred_height":null,\
    "link":"/a","is_selected":true,"values":{"author":"A\\"da"}},\
    {"id":2,"reuse_identifier":"ImageMessageCell","accessory":"none","indentation_level":0,"preferred_height":120,"link":null,\
    "is_selected":false,"values":{"id":2,"address":"/i"}}
    """
  let (text, problems) = try json(page, links: .init(next: "https://h/?n"))
  #expect(
    text == """
      {"ok":true,"next":"n","next_url":"https://h/?n","previous":null,"previous_url":null,"title":"Messages","summary":"two",\
      "style":"grouped","header":{"reuse_identifier":"TitleCell","values":{"title":"H"}},"footer":null,"sections":[\
      {"header":null,"footer":{"reuse_identifier":"TitleCell","values":{"title":"F","detail":"1"}},"index_title":"A","cells":[\(cells)]},\
      {"header":null,"footer":null,"index_title":null,"cells":[]}],"truncated":false}
      """)
  #expect(problems.isEmpty)
}

private struct Failing: CellViewModel {
  let id: RowKey = 9
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(1)
    throw TableError.unavailable("gone")
  }
}

@Test func aRowThatCannotBeEncodedIsNullAndReported() throws {
  let (text, problems) = try json(
    TablePage(title: "", sections: [MixedSection([Failing(), TextMessage(1, "a", nil)])]))
  _ = try NibValue(json: text)
  #expect(text.contains("\"reuse_identifier\":null") && text.contains("\"values\":null},{\"id\":1"))
  #expect(problems.count == 1)
}

@Test(arguments: [
  (RowKey.Form.any, RecordValue.integer(-7), "-7"), (.text, .integer(-7), "\"~i-7\""), (.text, .text("7"), "\"7\""),
  (.any, .text("7"), "\"~t7\""), (.any, .text("a b"), "\"a+b\""),
])
func rowsOfADatabaseAreNamedAsInAddresses(form: RowKey.Form, value: RecordValue, id: String) throws {
  let schema = RecordSchema(table: "t", columns: [.init("k")], keyFields: [0], keyForms: [form])
  let page = RecordSamples.page(schema, [[value]])
  for section in [
    RecordSection(page) as any SectionViewModel, MixedSection([RecordItem(page[0], kind: .init(variant: .plain))]),
  ] {
    #expect(try json(TablePage(title: "", sections: [section])).0.contains("\"cells\":[{\"id\":\(id),"))
  }
}

@Test func rowsWithoutAKeyAreNamedByTheirPlaces() throws {
  let page = RecordSamples.page(
    RecordSchema(table: "t", columns: [.init("k")], keyFields: []), [[.null], [.integer(5)]])
  let text = try json(TablePage(title: "", sections: [RecordSection(page)])).0
  #expect(text.contains("{\"id\":0,") && text.contains("{\"id\":1,"))
}

@Test func repeatedIDsAreRefusedInJSONToo() throws {
  let sections = [UniformSection([ImageMessage(id: 1, address: ""), ImageMessage(id: 1, address: "")])]
  #expect(throws: TableError.self) { _ = try json(TablePage(title: "", sections: sections)) }
}
