import SitePages
import TableArguments
import TableModel
import TableRendering

/// Facets as Datasette's JSON has them: `facet_results`, `sorted_facet_results`, `facets_timed_out` and `suggested_facets`.
///
/// Ours beside its keys: `estimate`, and `sampled_rows` where counts were worked out from some of the rows.
struct FacetJSON {
  let schema: RecordSchema
  let answers: [AnsweredFacet]
  let selection: RowSelection
  /// What stands before the paths of whole addresses.
  let origin: String
  /// The path of the same rows with changed arguments.
  let path: ((inout PageArguments) -> Void) -> String

  private func address(_ change: (inout PageArguments) -> Void) -> String { origin + path(change) }

  /// `{"results": {name: facet}, "timed_out": [name]}`
  func writeResults(into json: inout ByteSink) throws {
    json.markup("{\"results\":{")
    for (index, facet) in found.enumerated() {
      if index > 0 { json.markup(",") }
      json.jsonString(facet.name)
      json.markup(":")
      try json.json(facet.value)
    }
    json.markup("},\"timed_out\":")
    try json.json(timedOut)
    json.markup("}")
  }

  /// The facets as a list, those with the most values first.
  func writeSortedResults(into json: inout ByteSink) throws {
    try json.json(found.map(\.value).sorted { ($0.results.count, $0.name) > ($1.results.count, $1.name) })
  }

  /// `[{"name", "type", "toggle_url"}]`; Datasette leaves `type` out for plain columns, and so does this.
  func write(suggestions facets: [Facet], into json: inout ByteSink) throws {
    let known = Set(answers.map(\.facet))
    let suggestions = facets.filter { !known.contains($0) }.map { facet in
      Suggestion(
        name: schema.columns[facet.column].name, type: facet.kind == .column ? nil : facet.kind.rawValue,
        toggleURL: address { $0.facets.facets.append(facet) })
    }
    try json.json(suggestions)
  }

  /// The names of the columns of which nothing could be told in time.
  var timedOut: [String] {
    answers.filter { $0.answer == .timedOut }.map { schema.columns[$0.facet.column].name }
  }

  /// The facets that have values, under names of their own: two of one column are `tags` and `tags_2`.
  private var found: [(name: String, value: Result)] {
    var taken = Set<String>()
    return answers.compactMap { answered in
      guard case .values(let result) = answered.answer else { return nil }
      let column = schema.columns[answered.facet.column].name
      var name = column
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(column)_\(number)"
        number += 1
      }
      return (name, value(answered.facet, result))
    }
  }

  private func value(_ facet: Facet, _ result: FacetResult) -> Result {
    var sampledRows: Int?
    switch result.basis {
    case .everyRow: break
    case .sample(let rows), .firstRows(let rows): sampledRows = rows
    }
    // A path here, and whole addresses elsewhere, as in Datasette.
    let removed = path { $0.facets.facets.removeAll { $0 == facet } }
    return Result(
      name: schema.columns[facet.column].name, type: facet.kind.rawValue, hideable: true, toggleURL: removed,
      results: result.values.map { value in
        let text = schema.columns[facet.column].text(of: value.value)
        return Value(
          value: value.value, label: value.label.map(RecordValue.text) ?? value.value, count: value.count,
          toggleURL: address { $0.query.selection = selection.toggling(facet, text, isList: true) },
          selected: selection.picks(facet, text))
      },
      truncated: result.isTruncated, isEstimate: result.isEstimate ? true : nil, sampledRows: sampledRows)
  }

  private struct Result: Encodable {
    var name: String, type: String, hideable: Bool, toggleURL: String
    var results: [Value]
    var truncated: Bool, isEstimate: Bool?, sampledRows: Int?

    enum CodingKeys: String, CodingKey {
      case name, type, hideable, toggleURL = "toggle_url", results, truncated
      case isEstimate = "estimate", sampledRows = "sampled_rows"
    }
  }

  private struct Value: Encodable {
    var value: RecordValue, label: RecordValue, count: Int, toggleURL: String, selected: Bool

    enum CodingKeys: String, CodingKey {
      case value, label, count, toggleURL = "toggle_url", selected
    }
  }

  private struct Suggestion: Encodable {
    var name: String, type: String?, toggleURL: String

    enum CodingKeys: String, CodingKey {
      case name, type, toggleURL = "toggle_url"
    }
  }
}
