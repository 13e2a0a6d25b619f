package import TableModel
package import TableRendering

/// How a request wants values to be written in JSON, in the words of the arguments `_labels`, `_label`, `_json` and `_json_infinity`.
package struct JSONArguments: Hashable, Sendable {
  /// Whether every reference has its label.
  var hasLabels = false
  /// The columns whose references have their labels.
  var labelled: [Int] = []
  /// The columns whose texts are JSON.
  var parsed: [Int] = []
  var writesInfinity = false

  /// Whether any reference has its label.
  package var tellsLabels: Bool { hasLabels || !labelled.isEmpty }

  /// The same for a schema.
  package func forms(_ schema: RecordSchema) -> JSONValueForms {
    let labelled = schema.columns.indices.filter {
      (hasLabels || self.labelled.contains($0)) && schema.columns[$0].reference != nil
    }
    return JSONValueForms(labelled: Set(labelled), parsed: Set(parsed), writesInfinity: writesInfinity)
  }

  /// The arguments as names and values.
  func items(_ schema: RecordSchema?) -> [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if hasLabels { items.append(("_labels", "on")) }
    if let schema {
      items += labelled.map { ("_label", schema.columns[$0].name) }
      items += parsed.map { ("_json", schema.columns[$0].name) }
    }
    if writesInfinity { items.append(("_json_infinity", "1")) }
    return items
  }
}
