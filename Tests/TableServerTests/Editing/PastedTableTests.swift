import TableModel
import Testing

@testable import TableServer

@Suite struct PastedTableTests {
  let fields = [EditField("title", title: "Task"), EditField("hours", .number)]

  @Test func titlesAreToldFromValues() throws {
    #expect(try PastedTable("task,HOURS\na,1", fields: fields).values == [["title": "a", "hours": "1"]])
    #expect(try PastedTable("a,1\nb,2", fields: fields).values.map { $0["title"] } == ["a", "b"])
    #expect(try PastedTable("hours\ttask\n1\ta", fields: fields).values == [["title": "a", "hours": "1"]])
  }

  @Test func bothFormsOfTablesAreRead() throws {
    let tabs = try PastedTable("\"a\tb\"\t1\r\n\"say \"\"so\"\"\"\t2\r\n\r\n", fields: fields)
    #expect(tabs.rows == [["a\tb", "1"], ["say \"so\"", "2"]])
    let semicolons = try PastedTable("a, b; 1\n\"two\nlines\";2", fields: fields)
    #expect(semicolons.rows == [["a, b", "1"], ["two\nlines", "2"]])
    #expect(try PastedTable("6\" nail,1", fields: fields).rows == [["6\" nail", "1"]])
  }

  @Test(arguments: ["", "\n \n", "task,hours\n"]) func whatHoldsNoRowsIsRefused(text: String) {
    #expect(throws: PageFailure.self) { try PastedTable(text, fields: fields) }
  }

  @Test func thereIsAnEndToIt() {
    #expect(throws: PageFailure.self) {
      try PastedTable(String(repeating: "a,1\n", count: PastedTable.rowLimit + 1), fields: fields)
    }
  }
}
