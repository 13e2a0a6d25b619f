/// How a table is carried over: its names there, and the form of each column.
struct TablePlan {
  struct Column {
    var name: String
    var form: ValueForm
    /// The type as the target declares it.
    var type: String
    /// What the target computes it from, in its own words; `nil` where it stores the values.
    var generation: String?
    var isRequired: Bool
    /// How the source is asked for the column, where it is a server.
    var expression = ""
  }

  /// As it is in the source.
  var outline: TableOutline
  /// Its name in the target.
  var name: String
  var columns: [Column]
  var rowCount = 0
  /// Whether a null stands in the key, which SQLite lets.
  var hasNullInKey = false
  /// Positions of the columns that are sent.
  var stored: [Int] { columns.indices.filter { columns[$0].generation == nil } }
  var isComputedThere: Bool { columns.contains { $0.generation != nil } }
  /// The columns in the order in which they are read: those that are stored come first.
  var order: [Int] { stored + columns.indices.filter { columns[$0].generation != nil } }
  /// What is not as in the source, in words.
  var remarks: [String] = []

  /// The same with columns that store what they are given.
  var plain: TablePlan {
    var plan = self
    for column in plan.columns.indices { plan.columns[column].generation = nil }
    return plan
  }

  mutating func setName(_ name: String) {
    self.name = name
    if name != outline.name { remarks.append("table \(outline.name): is called \(name)") }
  }

  mutating func nameColumns(_ rule: NameMap.Rule) {
    var names = NameMap(rule)
    for position in columns.indices {
      let name = outline.columns[position].name
      columns[position].name = names.take(name)
      if columns[position].name != name {
        remarks.append("column \(outline.name).\(name): is called \(columns[position].name)")
      }
    }
  }
}

/// Where a table's copy stands, as the target keeps it.
struct TableProgress {
  var rows = 0
  /// Where reading goes on; `nil` at the beginning.
  var last: String?
  var checksum: UInt64 = 0
  var isComplete = false
}
