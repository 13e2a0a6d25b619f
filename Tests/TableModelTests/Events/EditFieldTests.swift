import TableModel
import Testing

@Suite struct EditFieldTests {
  @Test(arguments: [
    (EditField.Kind.number, "12.5", true), (.number, "nan", false), (.number, "12 kg", false),
    (.date, "2024-02-29", true),
    (.date, "2023-02-29", false), (.date, "2024-13-01", false), (.date, "31.1.2024", false), (.boolean, "Yes", true),
    (.boolean, "maybe", false), (.choice(["a", "b"]), "b", true), (.choice(["a", "b"]), "c", false),
    (.text, "anything", true), (.longText, "any\nthing", true), (.number, "", true),
  ])
  func aValueSuitsItsFieldOrIsRefusedInWords(kind: EditField.Kind, value: String, isFine: Bool) {
    let problem = EditField("field", kind).problem(with: value)
    #expect((problem == nil) == isFine, "\(problem ?? "")")
  }

  @Test func whatIsRequiredMustBeThere() {
    #expect(EditField("due", title: "Due", .date, isRequired: true).problem(with: "") == "Due is required")
  }

  @Test func whatIsLongerThanItsFieldIsToldInWords() {
    let field = EditField("name", title: "Name", maximumLength: 3)
    #expect(field.problem(with: "abc") == nil)
    #expect(field.problem(with: "abcd") == "Name takes at most 3 characters")
    // As browsers count: an emoji of two halves is two.
    #expect(field.problem(with: "🙂🙂") == "Name takes at most 3 characters")
    #expect(EditField("text", .longText).problem(with: String(repeating: "x", count: 10_001)) != nil)
  }
}
