package import TableModel

/// Which facets a request asks for, in the words of the arguments `_facet`, `_facet_array`, `_facet_date`, `_facet_size`, `_nofacet` and
/// `_nosuggest`.
package struct FacetArguments: Hashable, Sendable {
  /// What is counted, in the order in which it is shown.
  package var facets: [Facet] = []
  /// Those among them that are there whether they are asked for or not.
  package private(set) var standing: [Facet] = []
  /// How many values of each; `nil` for the default of the format.
  package var size: Int?
  /// Whether the facets are left out all the same.
  var areLeftOut = false
  /// Whether none are to be suggested.
  package var areUnsuggested = false

  /// Values of each facet in JSON, as in Datasette.
  package static let dataSize = 30
  /// Values of each facet beside the rows of a page.
  package static let pageSize = 10
  /// Facets of each kind: each of them reads many rows.
  package static let limit = 20

  /// Nothing is asked for; `standing` facets are counted all the same.
  package init(standing: [Facet] = []) {
    facets = standing
    self.standing = standing
  }

  /// Whether somebody asked for a facet that isn't there anyway.
  var isWished: Bool { asked.contains { !standing.contains($0) } }

  /// What is to be answered.
  package var asked: [Facet] { areLeftOut ? [] : facets }

  /// Asks for one more.
  package mutating func add(_ facet: Facet) {
    if !facets.contains(facet) { facets.append(facet) }
    areLeftOut = false
  }

  /// The arguments as names and values.
  func items(_ schema: RecordSchema) -> [(name: String, value: String)] {
    var items = facets.filter { !standing.contains($0) }.map {
      (name: $0.argument, value: schema.columns[$0.column].name)
    }
    if let size { items.append(("_facet_size", String(size))) }
    if areLeftOut { items.append(("_nofacet", "1")) }
    if areUnsuggested { items.append(("_nosuggest", "1")) }
    return items
  }
}

extension Facet {
  /// The argument that asks for it.
  var argument: String {
    switch kind {
    case .column: "_facet"
    case .array: "_facet_array"
    case .date: "_facet_date"
    }
  }
}
