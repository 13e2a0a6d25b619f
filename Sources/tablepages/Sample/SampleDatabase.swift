import TablePages

/// The database that `serve` shows when it is given no file.
struct SampleDatabase {
  /// How the database is called in paths.
  static let name = "stations"

  private let folder: TemporaryFolder

  /// Where the file is.
  var path: String { "\(folder.path)/\(Self.name).sqlite" }

  /// Makes the file among the system's temporary files; takes a few milliseconds.
  init() throws(CommandFailure) {
    folder = try TemporaryFolder()
    do {
      try Self.write(toPath: path)
    } catch {
      remove()
      throw CommandFailure("can't create the sample database in \(folder.path): \(error)")
    }
  }

  /// Writes the sample to a new file.
  static func write(toPath path: String) throws {
    try SQLiteDatabaseBuilder.create(atPath: path) { database in
      try database.execute(SampleSchema.tables)
      try database.insert(SamplePeople.observers, into: "observers")
      try database.insert(SampleRecords.stations, into: "stations")
      try database.insert(SamplePeople.instruments, into: "instruments")
      try database.insert(SampleRecords.installations, into: "installations")
      try database.insert(SampleRecords.visits, into: "visits")
      try database.insert(SampleRecords.readings, into: "readings")
      try database.execute(SampleSchema.indexesAndViews)
    }
  }

  /// Takes the file away.
  func remove() {
    folder.remove(files: ["", "-journal", "-wal", "-shm"].map { "\(Self.name).sqlite\($0)" })
  }
}
