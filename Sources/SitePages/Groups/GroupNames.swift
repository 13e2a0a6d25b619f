import TableGroups
import TableModel

/// What the columns of groups are called in data and in arguments: `BillingCountry`, `count`, `sum_Total`.
struct GroupNames {
  let key: String
  let count: String
  let figures: [String]

  init(_ key: GroupKey, _ figures: [GroupFigure], _ schema: RecordSchema) {
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
