import BoundedWork
internal import CPostgreSQL
internal import Glibc
internal import Synchronization
internal import TableModel

/// A connection to a server, always in pipeline mode: what is asked together takes one round trip, in one transaction
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html).
///
/// Unchecked: the pool gives it to one task at a time, which seldom keeps its thread while it waits; `canceller` alone is used from elsewhere, and
/// libpq allows that (https://www.postgresql.org/docs/15/libpq-cancel.html).
final class PostgreSQLConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  private let socket: Int32
  private let canceller: Canceller
  /// Which of its address's hosts it leads to.
  let host: Int
  /// Prepared statements, by their text.
  private var prepared: [String: PreparedStatement] = [:]
  private var nameCount = 0
  /// Whether the server is on this machine.
  private let isNear: Bool
  /// The last statement of those that were asked together, if it was prepared before.
  private var lastAsked: PreparedStatement?
  /// How many more times the thread that asks waits for a piece of the answer.
  private var waits = 0
  /// Whether nothing can be asked of it any more.
  private(set) var isBroken = false
  /// Whether the server didn't even say that its time is over.
  private(set) var isSilent = false
  private let server: ConnectedServer
  /// What is sent around requests, where a pooler gives the connection to others between two transactions.
  private let frame: TransactionFrame?
  /// What is given to the network beyond the server's own time limit, in nanoseconds.
  private let grace: UInt64
  /// How far its server is known to be at least.
  var reached = LogPosition.start
  /// Whether the server tells it of commits; `nil` if it wasn't asked to.
  var isListening: Bool?
  /// When it was last used, by the monotonic clock.
  private(set) var lastUsed = WorkBudget.now()

  private static let nameLimit = 256
  /// An answer is in time for the thread that asks within so many nanoseconds.
  private static let promptness: UInt64 = 300_000
  /// How long that thread waits at most, in milliseconds: more than the kernel's own tick, since a timer before that costs as much as the wait.
  private static let patience: Int32 = 5
  /// For how many pieces it waits: the server sends eight kilobytes at a time, and most pages are no more than so many of them.
  private static let pieces = 8
  /// Takes over a connection on which nothing is under way.
  init(
    _ handle: OpaquePointer, to host: Int, _ server: ConnectedServer, frame: TransactionFrame?, grace: UInt64
  ) {
    (self.handle, self.host, self.server, self.frame, self.grace) = (handle, host, server, frame, grace)
    socket = PQsocket(handle)
    canceller = Canceller(handle)
    isNear = Self.isNear(handle)
    cpostgresql_ignore_notices(handle)
    isBroken = PQsetnonblocking(handle, 1) != 0 || PQenterPipelineMode(handle) != 1
  }

  deinit {
    // libpq closes the socket of a connection that is lost: its number may be that of another by now, whose answer would never be heard of.
    if hasSocket { SocketEvents.shared.forget(socket) }
    PQfinish(handle)
  }

  /// Whether libpq hasn't closed the socket.
  private var hasSocket: Bool { PQsocket(handle) == socket }

  /// Whether a server is reached by a file, or by an address that leads nowhere else. libpq's own texts, which are looked at at once.
  private static func isNear(_ handle: OpaquePointer) -> Bool {
    let host = PQhost(handle).map { String(cString: $0) } ?? ""
    let address = PQhostaddr(handle).map { String(cString: $0) } ?? ""
    return host.hasPrefix("/") || host.hasPrefix("@") || address.hasPrefix("127.") || address == "::1"
  }

  /// The answers to some requests, one for each, all of one state of the data. Behind one that is cut, the others have no rows.
  /// - Parameter nanoseconds: what the server itself may take.
  /// - Throws: `PostgreSQLFailure`; `TableError.badRequest` for values that can't be sent.
  func answers(to requests: [PostgreSQLRequest], nanoseconds: UInt64) async throws -> [PostgreSQLRows] {
    guard frame != nil, PQtransactionStatus(handle) == PQTRANS_IDLE, requests.first?.beginsTransaction != true else {
      return try await answersWithin(requests, nanoseconds)
    }
    do { return try await answersWithin(requests, nanoseconds) } catch {
      // The frame's end is skipped behind an error.
      if !isBroken, (try? await answersWithin([PostgreSQLRequest("ROLLBACK")], grace)) == nil { isBroken = true }
      throw error
    }
  }

  private func answersWithin(_ requests: [PostgreSQLRequest], _ nanoseconds: UInt64) async throws -> [PostgreSQLRows] {
    let start = WorkBudget.now()
    let deadline = start.addingReportingOverflow(nanoseconds &+ grace).partialValue
    let answering = try begin(requests)
    let ticket = canceller.begin()
    return try await withTaskCancellationHandler {
      defer { if canceller.end() { isBroken = true } }
      try await flush(until: deadline)
      let asked = isNear ? lastAsked : nil
      let isWaitedFor = asked?.isWorthWaiting() ?? false
      waits = isWaitedFor ? Self.pieces : 0
      defer {
        waits = 0
        lastUsed = WorkBudget.now()
        if isWaitedFor { asked?.wasWaitedFor(inTime: lastUsed &- start < Self.promptness) }
      }
      var rows: [PostgreSQLRows] = []
      while let next = try await answering.next(until: deadline) {
        rows.append(next)
        guard !next.isCut else {
          // What is still to come is not worth reading.
          isBroken = true
          return rows + requests.dropFirst(rows.count).map { _ in PostgreSQLRows([]) }
        }
      }
      return rows
    } onCancel: {
      canceller.cancel(ticket)
    }
  }

  /// Asks for the rows of a statement in pieces: the server waits while they aren't read.
  /// - Parameter before: what is asked before, and answers nothing that is of interest.
  func stream(
    _ request: PostgreSQLRequest, after before: [PostgreSQLRequest], until deadline: UInt64
  ) async throws -> RowStream {
    let answering = try begin(before + [request])
    try await flush(until: deadline)
    for _ in before { _ = try await answering.next(until: deadline) }
    return answering
  }

  private func begin(_ requests: [PostgreSQLRequest]) throws -> RowStream {
    var commands: [RowStream.Command] = []
    if let frame {
      for part in frame.around(requests, isOpen: PQtransactionStatus(handle) != PQTRANS_IDLE) {
        let first = commands.count
        try send(part.request, &commands)
        if part.isFrame { for place in first..<commands.count { commands[place] = .frame } }
      }
    } else {
      for request in requests { try send(request, &commands) }
    }
    guard PQpipelineSync(handle) == 1 else { throw broken() }
    return RowStream(self, handle, commands)
  }

  private func send(_ request: PostgreSQLRequest, _ commands: inout [RowStream.Command]) throws {
    let texts: ParameterTexts
    do { texts = try ParameterTexts(request.values) } catch {
      // What is queued already can't be taken back.
      if !commands.isEmpty { isBroken = true }
      throw error
    }
    guard !request.isDescription else {
      lastAsked = nil
      guard PQsendPrepare(handle, "", request.sql, 0, nil) == 1, PQsendDescribePrepared(handle, "") == 1 else {
        throw broken()
      }
      return commands += [.preparation(of: request.sql), .query(byteLimit: nil)]
    }
    lastAsked = request.recurs ? prepared[request.sql] : nil
    guard request.recurs, frame == nil, lastAsked != nil || prepared.count < Self.nameLimit else {
      let sent = PQsendQueryParams(handle, request.sql, texts.count, nil, texts.addresses.baseAddress, nil, nil, 1)
      guard sent == 1 else { throw broken() }
      commands.append(.query(byteLimit: request.byteLimit))
      return
    }
    let name: String
    if let lastAsked {
      name = lastAsked.name
    } else {
      nameCount += 1
      name = "s\(nameCount)"
      guard PQsendPrepare(handle, name, request.sql, 0, nil) == 1 else { throw broken() }
      prepared[request.sql] = PreparedStatement(name: name)
      commands.append(.preparation(of: request.sql))
    }
    guard PQsendQueryPrepared(handle, name, texts.count, texts.addresses.baseAddress, nil, nil, 1) == 1 else {
      throw broken()
    }
    commands.append(.query(byteLimit: request.byteLimit))
  }

  private func flush(until deadline: UInt64) async throws {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1: try await wait(.readingAndWriting, until: deadline)
      default: throw broken()
      }
    }
  }

  /// Waits until there is something to be read, or written, and reads it.
  func wait(_ interest: SocketEvents.Interest, until deadline: UInt64) async throws {
    guard hasSocket else { throw broken() }
    if interest == .reading, waits > 0 {
      waits -= 1
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.patience) == 0 else { return try read() }
      waits = 0
    }
    guard await SocketEvents.shared.wait(for: socket, interest, until: deadline) else {
      (isBroken, isSilent) = (true, true)
      throw PostgreSQLFailure.overdue
    }
    try read()
  }

  private func read() throws {
    guard PQconsumeInput(handle) == 1 else { throw broken() }
  }

  /// Whether its server follows another one, as far as it has said. A pooler doesn't tell of promotions.
  var isOnStandby: Bool { (isShared ? nil : ServerHosts.toldStandby(handle)) ?? server.isStandby }

  /// Whether there is a pooler between, so that nothing outlasts a transaction.
  var isShared: Bool { server.isShared }

  /// The timeline of its server when it was opened, as far as it is known.
  var timeline: Timeline? { server.timeline }

  /// What the server has told without being asked, and nobody has taken yet.
  func nextNotification() -> String? {
    guard let notification = PQnotifies(handle) else { return nil }
    defer { PQfreemem(notification) }
    return String(cString: notification.pointee.extra)
  }

  /// Forgets statements that were not prepared for certain: they are, under other names, when they come again.
  func forgetNames(of commands: ArraySlice<RowStream.Command>) {
    for case .preparation(let text) in commands { prepared[text] = nil }
  }

  /// Nothing can be asked of it any more.
  func broken() -> PostgreSQLFailure {
    isBroken = true
    return .lost
  }
}
