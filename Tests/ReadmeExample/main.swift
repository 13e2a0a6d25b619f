import TablePages

struct Greeting: CellViewModel { let id: RowKey, text: String }

struct GreetingCell: OutletCell {
  @Outlet var text: String
  func configure(with greeting: Greeting) { text = greeting.text }
}

var adapters = AdapterMap()
try adapters.register(GreetingCell.self, nib: "<b>{{text}}</b>")
let table = try MemoryTable("Greetings", cells: [Greeting(id: 1, text: "Hello!"), Greeting(id: 2, text: "Good day!")])

var site = Site()
site.controllers = [TableController(path: "/greetings", title: "Greetings", provider: table, adapters: adapters)]
let configuration = HTTPServer.Configuration(addresses: [.tcp(host: "127.0.0.1", port: 8080)])
try await HTTPServer(configuration: configuration, handler: TableServer(site, publicFolder: "Public")).run()
