internal import Logging
internal import SQLTables
internal import SQLiteTables

/// Loads one file once.
///
/// The types of its columns are found out from its first records. Where a later value turns out not to fit, all is read
/// for its types, and loaded anew into other tables, which take the place of the first ones at the end: no value is changed by
/// the type of its column.
final class FileLoad {
  private let file: TableFile
  private let writer: SQLiteBulkWriter
  private let names: TableNames
  private let recordByteLimit: Int
  private let progress: LoadingProgress
  private let logger: Logger
  private let isStopped: () -> Bool
  /// The tables, in the order in which the file has them.
  private var tables: [LoadingTable] = []
  private var problems: ProblemTable?
  private var lastCommit = ContinuousClock.now
  private var batchCount = 0
  private static let sampleRecordCount = 20_000

  init(
    _ file: TableFile, into writer: SQLiteBulkWriter, _ names: TableNames, recordLimit: Int,
    _ progress: LoadingProgress,
    _ logger: Logger, isStopped: @escaping () -> Bool
  ) {
    self.file = file
    self.writer = writer
    self.names = names
    recordByteLimit = recordLimit
    self.progress = progress
    self.logger = logger
    self.isStopped = isStopped
  }

  /// Loads the file, in place of what it held before.
  /// - Parameters:
  ///   - state: what the file was like before it was first looked into.
  ///   - digest: what it held then.
  /// - Returns: what is remembered of it.
  /// - Throws: `FileReadError` and `TableError` with a sentence for people; `FileChangedWhileRead`; `CancellationError` once it is to stop.
  func run(_ state: FileState, _ digest: FileDigest) throws -> LoadedFile {
    defer { writer.rollBack() }
    let isFirst = names.tables(of: file).isEmpty
    do {
      try load(since: state, isFirst: isFirst)
    } catch let error where isFirst && Self.isFinal(error) {
      writer.rollBack()
      try? names.dropTables(of: file, in: writer)
      throw error
    }
    // One that has grown meanwhile is looked at again, and so is one that may yet change without showing it.
    let isSure = file.state == state && state.isSettled
    let loaded = LoadedFile(
      state: isSure ? state.description : "", digest: digest.text, rowCount: rowCount,
      problemCount: problems?.count ?? 0
    )
    try loaded.record(of: file, in: writer)
    try names.record(file, problemCount: loaded.problemCount, in: writer)
    try writer.commit()
    problems?.end()
    return loaded
  }

  private func load(since state: FileState, isFirst: Bool) throws {
    var survey = TypeSurvey()
    try readTypes(&survey, recordLimit: Self.sampleRecordCount)
    do {
      try load(survey.types, since: state, isStaged: !isFirst, isStrict: true)
    } catch is UnexpectedValue {
      // What is there already is shown until everything is.
      try? writer.commit()
      survey = TypeSurvey()
      try readTypes(&survey, recordLimit: .max)
      try load(survey.types, since: state, isStaged: true, isStrict: false)
    }
  }

  /// Whether it makes no sense to try once more.
  private static func isFinal(_ error: any Error) -> Bool {
    !(error is FileChangedWhileRead || error is CancellationError || error is DamagedDatabase)
  }

  private var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }

  private func readTypes(_ survey: inout TypeSurvey, recordLimit: Int) throws {
    switch file.form {
    case .separated(let delimiter):
      var reader = try CSVReader(path: file.path, delimiter: delimiter, recordLimit: recordByteLimit)
      survey.read(&reader, recordLimit: recordLimit, isStopped: isStopped)
    case .json, .lines:
      var reader = try JSONReader(path: file.path, isLines: file.form == .lines, lineLimit: recordByteLimit)
      survey.read(&reader, recordLimit: recordLimit, isStopped: isStopped)
    }
  }

  private func load(_ types: [[ColumnType]], since state: FileState, isStaged: Bool, isStrict: Bool) throws {
    tables = []
    batchCount = 0
    try names.dropStaged(in: writer)
    problems = ProblemTable(
      isStaged ? names.staged(names.problemTable(of: file)) : names.problemTable(of: file),
      as: names.problemTable(of: file), of: file, in: writer, logger, toldCount: problems?.count ?? 0)
    try writer.begin()
    switch file.form {
    case .separated(let delimiter):
      var reader = try CSVReader(path: file.path, delimiter: delimiter, recordLimit: recordByteLimit)
      try add(&reader, types, isStaged, isStrict)
    case .json, .lines:
      var reader = try JSONReader(path: file.path, isLines: file.form == .lines, lineLimit: recordByteLimit)
      try add(&reader, types, isStaged, isStrict)
    }
    // What was read before and after somebody wrote to the file belongs to no one state of it.
    guard file.state?.mayContinue(state) == true else { throw FileChangedWhileRead() }
    if isStaged { try names.replace(file, by: tables, in: writer) }
  }

  private func add<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ types: [[ColumnType]], _ isStaged: Bool, _ isStrict: Bool
  ) throws {
    var found = reader.tables
    lastCommit = .now
    var recordCount = 0
    while true {
      let hasRecord = reader.next()
      if !reader.problems.isEmpty { try problems?.add(reader.problems, isEnd: !hasRecord) }
      guard hasRecord else { break }
      let table = reader.record.table
      if table >= tables.count || reader.record.fields.count > found[table].columns.count {
        found = reader.tables
        try makeTables(found, types, isStaged)
      }
      try tables[table].add(
        reader.record, of: reader.bytes, columns: found, valuesHaveTypes: Reader.valuesHaveTypes, isStrict: isStrict)
      recordCount += 1
      if recordCount & 0x7F == 0 { try commitIfDue(reader.position) }
    }
    try problems?.listRest()
    try makeTables(reader.tables, types, isStaged)
    progress.advance(file, to: reader.position, rowCount: rowCount)
  }

  private func makeTables(_ found: [FoundTable], _ types: [[ColumnType]], _ isStaged: Bool) throws {
    for table in found.dropFirst(tables.count) {
      let name = names.name(of: table.name, in: file)
      progress.attach(name, to: file)
      let known = tables.count < types.count ? types[tables.count] : []
      tables.append(
        try LoadingTable(
          isStaged ? names.staged(name) : name, as: name, columns: table.columns.isEmpty ? ["value"] : table.columns,
          types: known, in: writer))
    }
  }

  /// Shows what was added: the first rows soon, then a few times a second.
  private func commitIfDue(_ position: Int) throws {
    let now = ContinuousClock.now
    guard lastCommit.duration(to: now) > (batchCount == 0 ? .milliseconds(50) : .milliseconds(300)) else { return }
    guard !isStopped() else { throw CancellationError() }
    try writer.commit()
    try writer.begin()
    batchCount += 1
    lastCommit = now
    progress.advance(file, to: position, rowCount: rowCount)
  }
}

/// Somebody wrote to a file while it was read; it is read again once it has come to rest.
struct FileChangedWhileRead: Error {}
