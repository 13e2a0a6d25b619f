public import TablePages

/// People by surname, a section for each letter, with an index strip that also reaches the letters of other pages.
public enum Contacts {
  /// The table.
  public static func table() throws -> MemoryTable {
    var contents = TableContents(title: "Contacts", summary: "By surname")
    for person in Self.people {
      let letter = String(person.surname.prefix(1))
      if contents.lastSection?.indexTitle != letter {
        try contents.addSection(header: TitleViewModel(letter), indexTitle: letter)
      }
      try contents.add(person)
    }
    return MemoryTable(
      contents,
      columns: [.init("surname", \Contact.surname), .init("name", \Contact.name), .init("place", \Contact.place)])
  }

  /// Its cells.
  public static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(ContactCell.self, nib: ContactCell.nib)
    return adapters
  }
}
