internal import SQLTables
package import TableModel

extension PostgreSQLDatabase: StatementWritingDatabase {
  package var allowsWritingStatements: Bool { options.isWritable }

  package func parameters(ofChange statement: String) async throws -> [String] {
    let change = try VisitorStatement(statement, changesRows: true)
    do {
      // Nothing is run: the server only says whether it makes sense.
      let asked = PostgreSQLRequest.description(of: String(decoding: change.sql, as: UTF8.self))
      _ = try await answersAside(to: [asked], seconds: options.timeLimitSeconds)
      return change.parameters
    } catch let failure as PostgreSQLFailure {
      throw StatementError(failure, in: change) as (any Error)? ?? tableError(failure)
    }
  }

  package func change(by statement: QueryStatement, author: ChangeAuthor) async throws -> Int {
    guard allowsWritingStatements else { throw RecordChangeError.refused("“\(name)” can only be read") }
    let change = try VisitorStatement(statement.text, changesRows: true)
    return try await write(by: author) { transaction in
      do {
        return try await transaction.run(change, statement.parameters)
      } catch let failure as PostgreSQLFailure where failure.isBrokenRule {
        throw RecordChangeError.refused(failure.message)
      } catch let failure as PostgreSQLFailure where failure.code != "42501" {
        throw StatementError(failure, in: change) as (any Error)? ?? failure
      }
    }
  }
}
