import TablePages

struct Greeting: CellViewModel { let id: RowKey, text: String }

struct GreetingCell: OutletCell {
  @Outlet var text: String
  func configure(with greeting: Greeting) { text = greeting.text }
}

let table = try MemoryTable("Greetings", rows: [Greeting(id: 1, text: "Hello!"), Greeting(id: 2, text: "Good day!")])

var site = Site()
site.mount(table, at: "/greetings") { $0.register(GreetingCell.self, nib: "<b>{{text}}</b>") }
let configuration = HTTPServer.Configuration(addresses: [.tcp(host: "127.0.0.1", port: 8080)])
try await HTTPServer(configuration: configuration, handler: TableServer(site)).run()
