package import TableGroups
package import TableModel

/// What the columns of groups are called in data and in arguments: `BillingCountry`, `count`, `sum_Total`.
package struct GroupNames {
  /// What the groups have in common.
  package let key: String
  /// How many rows a group has.
  package let count: String
  /// What is worked out of a group's rows.
  package let figures: [String]

  /// - Parameter schema: that of the rows.
  package init(_ key: GroupKey, _ figures: [GroupFigure], _ schema: RecordSchema) {
    let name = schema.columns[key.column].name
    var taken: Set<String> = [name.lowercased()]
    func free(_ name: String) -> String {
      var free = name
      while !taken.insert(free.lowercased()).inserted { free += "_2" }
      return free
    }
    self.key = name
    count = free("count")
    self.figures = figures.map { free("\($0.kind.rawValue)_\(schema.columns[$0.column].name)") }
  }

  var all: [String] { [key, count] + figures }

  func term(named name: String) -> GroupOrder.Term? {
    if name.lowercased() == key.lowercased() { return .key }
    if name.lowercased() == count { return .count }
    return figures.firstIndex { $0.lowercased() == name.lowercased() }.map { .figure($0) }
  }

  func name(of term: GroupOrder.Term) -> String {
    switch term {
    case .key: key
    case .count: count
    case .figure(let place): figures[place]
    }
  }
}
