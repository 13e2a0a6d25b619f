package import TablePages

/// Tables built in code, as a user of the library builds them. Each is one short file with its cells beside it.
package enum ExampleTables {
  /// Mounts the examples, each below `/examples`.
  /// - Throws: `TableError`, `NibError` or `RegistrationError` if one of them is wrong.
  package static func mount(on site: inout Site) throws {
    try site.mount(Hello.table(), at: "/examples/hello") {
      $0.summary = "Two greetings: the shortest table there is"
      Hello.register(on: &$0)
    }
    site.mount(Profile.embedded, at: "/examples/profile") {
      $0.summary = "A person, read from a JSON file"
      Profile.register(on: &$0)
    }
    try site.mount(Messages.table(), at: "/examples/messages") {
      ($0.title, $0.summary) = ("Messages", "Texts and images in sections by day")
      Messages.register(on: &$0)
    }
    try site.mount(Contacts.table(), at: "/examples/contacts") {
      ($0.title, $0.summary) = ("Contacts", "Sections by letter, with an index strip")
      Contacts.register(on: &$0)
    }
    try site.mount(Showcase.table(), at: "/examples/cells") {
      $0.summary = "Every feature of a cell at once"
      Showcase.register(on: &$0)
    }
    site.mount(EmptyTable.table(), at: "/examples/empty") {
      $0.summary = "What a table without rows looks like"
      EmptyTable.register(on: &$0)
    }
    try Tasks.mount(on: &site)
    try Playlist.mount(on: &site)
    try Stock.mount(on: &site)
  }
}

/// Where the pictures of the examples are, seen from `/examples/…`; relative, so that a base path in front changes nothing.
let pictureFolder = "../-/static/pictures/"
