import Glibc

/// Another process that writes to a database: Python's own SQLite, told line by line what to do. Settings read the file, which a reader may keep
/// locked that finds what a process left that was ended: they wait for it, and statements don't.
final class WriterProcess {
  private var process: pid_t = 0
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var pending: [UInt8] = []
  private let path: String

  private static let program = """
    import sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
    connection.execute('PRAGMA cache_size=2')
    connection.execute('PRAGMA synchronous=OFF')
    connection.execute('PRAGMA busy_timeout=4')
    for line in sys.stdin:
        try:
            connection.execute(line).fetchall()
            answer = 'ok'
        except sqlite3.Error as error:
            answer = 'error ' + str(error)
        print(answer, flush=True)
    """

  init(path: String) throws {
    self.path = path
    // To write to a process that is gone fails, and ends nothing here.
    signal(SIGPIPE, SIG_IGN)
    try start()
  }

  deinit { kill() }

  func start() throws {
    var toChild: [Int32] = [0, 0], fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw FixtureError(message: "no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    // No process of another test may keep the ends of these pipes.
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let words: [String] = ["python3", "-c", Self.program, path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    guard posix_spawnp(&process, "python3", &actions, nil, &arguments, environ) == 0 else {
      throw FixtureError(message: "python3 is not installed")
    }
    posix_spawn_file_actions_destroy(&actions)
    close(toChild[0])
    close(fromChild[1])
    (input, output) = (toChild[1], fromChild[0])
  }

  /// Runs a statement there; returns what went wrong, or `ok`.
  @discardableResult func execute(_ sql: String) -> String {
    send(sql)
    return answer()
  }

  func send(_ sql: String) {
    let line = Array((sql + "\n").utf8)
    _ = line.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  func answer() -> String {
    while true {
      if let end = pending.firstIndex(of: 10) {
        defer { pending.removeFirst(end + 1) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return "gone" }
      pending += buffer.prefix(count)
    }
  }

  /// Ends the process at once, whatever it is in the middle of.
  func kill() {
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(input)
    close(output)
    process = 0
    pending = []
  }
}
