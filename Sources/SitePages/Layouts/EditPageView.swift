package import TableRendering

/// `edit-page.html`: a page on which rows are edited, or asked about before they are.
struct EditPageView: NibView {
  struct Alert: NibView {
    let alertLead, alertText: String
    let wrongFields: [WrongField]
  }

  struct WrongField: NibView {
    let wrongField, wrongID: String
    let isLast: Bool
  }

  struct Form: NibView {
    let formAction: String
    let formTitle, formError: String?
    let isMultipart: Bool
    let hidden: [FieldView]
    let hasFields: Bool
    let fields: [FormFieldView]
    let long: EditPage.LongText?
    let buttons: [Button]
  }

  struct Button: NibView {
    let buttonTitle: String
    let buttonAction: String?
    let isPrimary, isWarning, isDanger, needsFields: Bool
    let sends: FieldView?
  }

  let frame: FrameView
  let heading: String
  let remark: String?
  let alert: Alert?
  let introduction: String?
  let hasLinks: Bool
  let links: [LinkView]
  let comparison: EditPage.Comparison?
  let preview: EditPage.Preview?
  let source: String?
  let form: Form?
  let ways: [LinkView]
}

extension EditPage {
  /// A long text that can be corrected.
  package struct LongText: NibView {
    let longName, longValue, longLabel: String

    package init(name: String, value: String, label: String) {
      (longName, longValue, longLabel) = (name, value, label)
    }
  }

  /// Two versions of a row side by side, or one alone.
  package struct Comparison: NibView {
    struct Value: NibView {
      let valueName: String
      let yours: String?
      let now: HTML
      let differs: Bool
    }

    let yourTitle: String?
    let nowTitle = "As it is now"
    let values: [Value]

    /// The row as it is, as a page draws it.
    package init(_ names: [String], now: [HTML]) {
      yourTitle = nil
      values = zip(names, now).map { Value(valueName: $0, yours: nil, now: $1, differs: false) }
    }

    /// - Parameter yours: what the visitor entered; `nil` for the row alone.
    package init(_ names: [String], yours: [String]? = nil, now: [String]) {
      yourTitle = yours.map { _ in "What you entered" }
      values = names.indices.map { position in
        Value(
          valueName: names[position], yours: yours?[position], now: HTML { $0.text(now[position]) },
          differs: yours.map { $0[position] != now[position] } ?? false)
      }
    }
  }

  /// Rows with their numbers, and what is wrong with them.
  package struct Preview: NibView {
    struct Column: NibView {
      let column: String
      let columnKind: String?
    }

    struct Row: NibView {
      let number: Int
      let rowError: String?
      let values: [Value]
    }

    /// A value of a row, and what is wrong with it.
    package struct Value: NibView {
      let value: String
      let problem: String?

      package init(_ value: String, problem: String? = nil) {
        self.value = value
        self.problem = problem
      }
    }

    let previewTitle: String
    let columns: [Column]
    let previewRows: [Row]

    /// - Parameter errors: what is wrong with whole rows, by their places.
    package init(
      _ title: String, _ columns: [(title: String, kind: String?)], _ rows: [[Value]], errors: [Int: String] = [:]
    ) {
      previewTitle = title
      self.columns = columns.map { Column(column: $0.title, columnKind: $0.kind) }
      previewRows = rows.enumerated().map { Row(number: $0 + 1, rowError: errors[$0], values: $1) }
    }
  }
}
