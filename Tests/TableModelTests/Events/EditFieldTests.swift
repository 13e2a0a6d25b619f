import TableModel
import Testing

@Suite struct EditFieldTests {
  @Test(arguments: [
    (EditField.Kind.number, "12.5", true), (.number, "nan", false), (.number, "12 kg", false),
    (.date, "2024-02-29", true),
    (.date, "2023-02-29", false), (.date, "2024-13-01", false), (.date, "31.1.2024", false), (.boolean, "Yes", true),
    (.boolean, "maybe", false), (.choice(["a", "b"]), "b", true), (.choice(["a", "b"]), "c", false),
    (.text, "anything", true), (.longText, "any\nthing", true), (.number, "", true), (.number, "0x1p3", false),
    (.integer, "-42", true), (.integer, "4.2", false), (.integer, "9223372036854775808", false),
    (.timestamp, "2024-02-29T06:30", true), (.timestamp, "2024-02-29 06:30:00", true),
    (.timestamp, "2024-02-29", false),
    (.json, #"{"a": [1]}"#, true), (.json, #"{"a": }"#, false),
  ])
  func aValueSuitsItsFieldOrIsRefusedInWords(kind: EditField.Kind, value: String, isFine: Bool) {
    let problem = EditField("field", kind).problem(with: value)
    #expect((problem == nil) == isFine, "\(problem ?? "")")
  }

  @Test(
    arguments: [
      (EditField.Kind.number, " 12 ", nil, "12"), (.text, " a ", nil, " a "), (.longText, "a\n", nil, "a\n"),
      (.timestamp, "2024-02-29T06:30", nil, "2024-02-29 06:30:00"),
      (.timestamp, "2024-02-29T06:30:00", "2024-01-01 00:00:00", "2024-02-29 06:30:00"),
      (.timestamp, "2024-02-29T06:30", "2024-01-01T00:00", "2024-02-29T06:30"), (.timestamp, " soon ", nil, "soon"),
    ] as [(EditField.Kind, String, String?, String)])
  func whatBrowsersSendIsReadAsItIsMeant(kind: EditField.Kind, sent: String, old: String?, value: String) {
    #expect(kind.value(sent, replacing: old) == value)
  }

  @Test func valuesAreStoredAsTheirKindsAre() {
    #expect(EditField.Kind.number.recordValue("4") == .integer(4))
    #expect(EditField.Kind.number.recordValue("4.5") == .real(4.5))
    #expect(EditField.Kind.boolean.recordValue("yes") == .integer(1))
    #expect(EditField.Kind.date.recordValue("2024-02-29") == .text("2024-02-29"))
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
