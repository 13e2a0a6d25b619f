import FileTables
import Foundation
import Logging
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SeededNumbers
import SiteTables
import TableServer
import Testing

/// What was read from files comes back from every format as it stood there, by the measure of Python's `csv`.
@Suite struct FileExportTests {
  @Test func everyCellOfAFileComesBackAsItStoodThere() async throws {
    let count = Thoroughness.rounds(240, quickly: 80)
    try await Self.withFolder { folder in
      try Self.python(Self.writer, in: folder, "\(count)", "4180")
      let names = (0..<count).map { "t\($0)" }
      let paths = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasPrefix("t") }.map { folder.appending(path: $0).path }
      #expect(paths.count == names.count)
      let client = try await Self.client(paths, in: folder)
      for name in names {
        for format in ["csv", "ndjson"] {
          let response = try await client.get("/loaded/\(name).\(format)?_stream=on")
          #expect(response.status == .ok)
          try Data(response.body).write(to: folder.appending(path: "\(name).out.\(format)"))
        }
      }
      let differences = try Self.python(Self.reader, in: folder, "\(count)")
      #expect(differences == "")
    }
  }

  // MARK: Programs

  /// Files of many dialects, and what is to be read of each: `x.expected.json`.
  private static let writer = #"""
    import csv, io, json, random, sys
    random.seed(int(sys.argv[2]))
    pick = random.choice
    ends = {"lf": ["\n"], "crlf": ["\r\n"], "cr": ["\r"], "mixed": ["\n", "\r\n", "\r"]}
    def decimals(n): return lambda: "%.*f" % (n, random.uniform(-999, 9999))
    kinds = [
      lambda: str(random.randint(-99, 9999)), lambda: str(random.randint(-2**63, 2**63 - 1)),
      decimals(2), decimals(1), decimals(5), lambda: decimals(pick([0, 1, 2, 3]))(),
      lambda: repr(random.uniform(-1, 1)), lambda: repr(random.lognormvariate(0, 30)), lambda: repr(round(random.uniform(0, 9), 2)),
      lambda: pick(["1", "1.0", "2.5", "3"]), lambda: pick(["1.1", "1.10", "1.2", "1.9", "1.20"]),
      lambda: pick(["1.00E+05", "1e5", "1E-7", "12E4", "5"]), lambda: pick(["-0", "0", "-0.0", "1"]),
      lambda: pick([".5", "0.5", "-.25"]), lambda: pick(["5.", "6"]), lambda: pick([" 7", "8 ", " 9 ", "10"]),
      lambda: pick(["007", "7"]), lambda: pick(["+5", "5"]), lambda: pick(["1,000", "10"]), lambda: pick(["NaN", "inf", "1.5"]),
      lambda: pick(["0x10", "16"]), lambda: pick(["true", "false"]), lambda: pick(["2025-10-14", "2025-10-15"]),
      lambda: str(random.randint(10**18, 10**21)), lambda: "0." + str(random.randint(10**18, 10**21)),
      lambda: "".join(pick(["a", "b", " ", "\"", "\"\"", ",", "\n", "\r", "\r\n", "é", "ü", "=1", "'", "\\"]) for _ in range(random.randint(0, 8))),
      lambda: "".join(pick(["x", "y", " ", "é", "1"]) for _ in range(random.randint(0, 8))),
    ]
    def line(row, delimiter, quoting):
      out = io.StringIO(newline="")
      csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\r\n").writerow(row)
      return out.getvalue()[:-2]
    for number in range(int(sys.argv[1])):
      delimiter, suffix = pick([(",", "csv"), (";", "csv"), ("\t", "tsv"), ("|", "psv")])
      encoding = pick(["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
      end = ends[pick(list(ends))]
      quoting = pick([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
      width = random.randint(2, 6)
      columns = [pick(kinds) for _ in range(width)]
      if encoding != "cp1252" and random.random() < 0.3: columns[0] = lambda: pick(["Łódź", "🙂", "x"])
      gaps = pick([0, 0, 0.2])
      rows = [["" if random.random() < gaps else kind() for kind in columns] for _ in range(random.randint(3, 60))]
      isRagged = random.random() < 0.3
      if isRagged:
        for row in rows:
          change = random.random()
          if change < 0.2: row += [""] * random.randint(1, 3)
          elif change < 0.3: row += ["more", ""]
          elif change < 0.4 and width > 2: row.pop()
      header = ["name %d" % (place + 1) for place in range(width)]
      text = "".join(line(row, delimiter, quoting) + pick(end) for row in [header] + rows)
      if random.random() < 0.3: text = text.rstrip("\r\n")
      # Python's own reader is the measure.
      read = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
      assert read == [header] + rows, (read, rows)
      expected = []
      for row in rows:
        while len(row) > width and row[-1] == "": row.pop()
        expected.append((row + [""] * (width - len(row)))[:width - 1] + [delimiter.join(row[width - 1:])])
      if delimiter == ";" : text = "sep=;" + end[0] + text
      data = text.encode(encoding)
      if encoding == "utf-16-be": data = b"\xfe\xff" + data
      open("t%d.%s" % (number, suffix), "wb").write(data)
      json.dump([header] + expected, open("x%d.expected.json" % number, "w"))
    """#

  /// Compares what was exported with what is expected, and prints what differs.
  private static let reader = #"""
    import csv, json, sys
    from decimal import Decimal
    for number in range(int(sys.argv[1])):
      expected = json.load(open("x%d.expected.json" % number))
      read = list(csv.reader(open("t%d.out.csv" % number, encoding="utf-8", newline="")))
      if read != expected:
        wrong = [(a, b) for a, b in zip(expected, read) if a != b]
        print("csv", number, len(expected), len(read), wrong[:3])
      lines = [line for line in open("t%d.out.ndjson" % number, encoding="utf-8").read().split("\n") if line]
      if len(lines) != len(expected) - 1: print("ndjson", number, len(lines))
      for line, row in zip(lines, expected[1:]):
        record = json.loads(line, parse_float=Decimal, parse_int=Decimal)
        for value, text in zip([record[name] for name in expected[0]], row):
          isSame = text == (value or "") if value is None or isinstance(value, str) else Decimal(text.strip()) == value
          if not isSame: print("ndjson", number, repr(text), repr(value))
    """#

  // MARK: Parts

  /// A client of a site with the database `loaded`, into which files were loaded.
  static func client(
    _ paths: [String], in folder: URL, _ change: (inout Site) throws -> Void = { _ in }
  ) async throws -> TestClient {
    var logger = Logger(label: "tests")
    logger.logLevel = .critical
    let loader = try FileLoader(
      paths.compactMap { TableFile(path: $0) }, into: folder.appending(path: "loaded.sqlite").path, logger: logger)
    try await loader.load()
    var options = SQLiteDatabase.Options()
    options.notices = { loader.progress.notices(about: $0) }
    let database = try SQLiteDatabase.open(path: loader.path, options: options)
    return try SiteUnderTest.client {
      $0.databases = [database]
      try change(&$0)
    }
  }

  static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "file-exports-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Runs a program of Python's in a folder.
  /// - Returns: what it prints.
  @discardableResult
  private static func python(_ program: String, in folder: URL, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}
