import SitePages
import TableModel
import Testing

@testable import TableServer

@Suite struct ClipboardTableTests {
  let fields = [EditField("title", title: "Task"), EditField("hours", .number)]

  @Test func titlesAreToldFromValues() throws {
    #expect(try ClipboardTable("task,HOURS\na,1", fields: fields).values == [["title": "a", "hours": "1"]])
    #expect(try ClipboardTable("a,1\nb,2", fields: fields).values.map { $0["title"] } == ["a", "b"])
    #expect(try ClipboardTable("hours\ttask\n1\ta", fields: fields).values == [["title": "a", "hours": "1"]])
  }

  @Test func bothFormsOfTablesAreRead() throws {
    let tabs = try ClipboardTable("\"a\tb\"\t1\r\n\"say \"\"so\"\"\"\t2\r\n\r\n", fields: fields)
    #expect(tabs.rows == [["a\tb", "1"], ["say \"so\"", "2"]])
    let semicolons = try ClipboardTable("a, b; 1\n\"two\nlines\";2", fields: fields)
    #expect(semicolons.rows == [["a, b", "1"], ["two\nlines", "2"]])
    #expect(try ClipboardTable("6\" nail,1", fields: fields).rows == [["6\" nail", "1"]])
  }

  @Test(arguments: ["", "\n \n", "task,hours\n"]) func whatHoldsNoRowsIsRefused(text: String) {
    #expect(throws: HTTPProblem.self) { try ClipboardTable(text, fields: fields) }
  }

  @Test func thereIsAnEndToIt() {
    #expect(throws: HTTPProblem.self) {
      try ClipboardTable(String(repeating: "a,1\n", count: ClipboardTable.rowLimit + 1), fields: fields)
    }
  }
}
