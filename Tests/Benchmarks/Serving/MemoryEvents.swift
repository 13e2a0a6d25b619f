import TablePages

/// An event as the database of the benchmark has it, in memory.
struct MemoryEvent: CellViewModel {
  var id: RowKey
  var time: String
  var kind: String
  var user: String
  var amount: Double
  var note: String?
  var url: String
  var parent: Int
}

/// Draws an event as an item of a list.
struct MemoryEventCell: OutletCell {
  static let nib = """
    <span class="cell-text"><b>{{kind}}</b> {{user}}<span class="subtitle"><time>{{time}}</time> {{amount}} {{note}} {{url}}</span></span>
    """

  @Outlet var time: String
  @Outlet var kind: String
  @Outlet var user: String
  @Outlet var amount: Double
  @Outlet var note: String
  @Outlet var url: String

  func configure(with event: MemoryEvent) {
    time = event.time
    kind = event.kind
    user = event.user
    amount = event.amount
    note = event.note ?? ""
    url = event.url
  }
}

/// 100,000 events in memory, the same in each run.
enum MemoryEvents {
  private static let count = 100_000
  private static let kinds = ["view", "click", "search", "login", "share", "logout", "purchase", "error"]
  private static let names = ["ada", "bo", "carmen", "dmitri", "emeka", "farah", "grace", "inês", "jürgen", "kofi"]
  private static let notes = [
    nil, "ok", "Tom & Jerry's \"quoted\" note", "later <b>today</b>", "café naïve résumé", "a < b && c > d",
  ]

  static func mount(on site: inout Site) throws {
    let columns: [TableColumn<MemoryEvent>] = [
      .init("ts", \.time), .init("kind", \.kind), .init("user", \.user), .init("amount", \.amount),
      .init("note", \.note), .init("url", \.url), .init("parent_id", \.parent),
    ]
    let rows = (1...count).map(event)
    // Rows of a grid by their columns, and rows that have a cell.
    site.mount(try MemoryTable("Events", columns: columns, rows: rows), at: "/memory")
    try site.mount(MemoryTable("Events", columns: columns, rows: rows), at: "/cells") {
      $0.register(MemoryEventCell.self, nib: MemoryEventCell.nib)
    }
  }

  private static func event(_ number: Int) -> MemoryEvent {
    // Numbers that look random, and are the same everywhere.
    let mixed = Int(truncatingIfNeeded: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    let kind = kinds[mixed % kinds.count]
    let (hour, minute) = (10 + number / 60 % 14, 10 + number % 50)
    return MemoryEvent(
      id: RowKey(number), time: "2020-01-\(10 + number / 5000) \(hour):\(minute):00", kind: kind,
      user: "\(names[mixed / 8 % names.count])\(mixed % 2000)", amount: Double(mixed % 1_000_000) / 100,
      note: notes[mixed / 16 % notes.count], url: "https://example.com/\(kind)?id=\(number)&ref=\(mixed % 100)",
      parent: 1 + mixed % number)
  }
}
