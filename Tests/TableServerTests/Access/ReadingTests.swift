import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Testing

@testable import TableServer

/// What may not be read shows nowhere: neither its values nor its name.
@Suite struct ReadingTests {
  private static let statements = """
    create table customers (id integer primary key, name text, note text);
    insert into customers values (1, 'Zaphod', 'Zaphod has two heads');
    create table orders (id integer primary key, customer_id integer references customers(id), item text);
    insert into orders values (1, 1, 'towel'), (2, 1, 'tea');
    create table wages (id integer primary key, order_id integer references orders(id), sum text);
    insert into wages values (1, 1, 'Zaphod gets 42');
    create table docs (id integer primary key autoincrement, body text);
    insert into docs values (1, 'Zaphod writes');
    create virtual table docs_fts using fts5(body, content='docs', content_rowid='id');
    insert into docs_fts(docs_fts) values ('rebuild');
    create view all_wages as select * from wages;
    """

  private static let rules = [
    "{sample: {orders: read}}",
    "{sample: {\"*\": read, Customers: none, WAGES: none, docs: none, all_wages: none}}",
  ]

  /// They ask in small letters: the name as the tables write it is no echo of what was asked.
  private static let targets = [
    "/", "/.json", "/sample", "/sample.json", "/sample/orders", "/sample/orders.json", "/sample/orders.csv",
    "/sample/orders.csv?_stream=on&_labels=on", "/sample/orders.ndjson", "/sample/orders.txt",
    "/sample/orders.json?_labels=on", "/sample/orders.json?_shape=array&_labels=on",
    "/sample/orders.json?_extra=foreign_key_tables,columns,facet_results,suggested_facets,render_cell,database,metadata",
    "/sample/orders?_facet=customer_id", "/sample/orders.json?_facet=customer_id", "/sample/orders?_search=zaphod",
    "/sample/orders/-/facets?_facet=customer_id", "/sample/orders/-/facets.json?_facet=customer_id",
    "/sample/orders/-/count.json", "/sample/orders/1", "/sample/orders/1.json?_labels=on&_extra=foreign_key_tables",
    "/-/search?q=zaphod", "/-/search.json?q=zaphod", "/sample/-/search?q=zaphod", "/sample/-/search.json?q=zaphod",
    "/-/databases.json", "/-/openapi.json", "/-/metadata.json", "/-/settings.json", "/-/versions.json", "/-/metrics",
    "/-/jump", "/-/jump?q=zaphod", "/sample/orders/-/cell?_at=1&_row=1", "/sample/orders/-/column?_at=1&_wait=1",
    "/sample/orders/-/columns", "/sample/order", "/sample/wage", "/-/search?q=zaphod&table=docs",
    "/sample/-/search.json?q=zaphod&table=docs", "/sample/-/search?q=zaphod&_table=wages",
  ]

  private static let refused = [
    "/sample/customers", "/sample/CUSTOMERS.json", "/sample/customers.csv?_stream=on", "/sample/customers/1",
    "/sample/customers/1.json", "/sample/customers/-/choices?_column=id&q=z", "/sample/customers/-/cell?_at=0&_row=1",
    "/sample/customers/-/column?_at=0&_wait=1", "/sample/customers/-/columns",
    "/sample/customers/1/-/blob/name", "/sample/customers/-/count",
    "/sample/customers/-/facets?_facet=name", "/sample/wages.ndjson", "/sample/docs", "/sample/docs_fts.json",
    "/sample/docs_fts_data.json", "/sample/docs_fts_idx.json", "/sample/sqlite_sequence.json",
    "/sample/sqlite_schema.json",
    "/sample/all_wages.json", "/sample/secret-question.json",
    "/sample/-/query?sql=select+*+from+customers", "/sample/-/query.json?sql=select+*+from+customers",
    "/sample/-/query.csv?sql=select+*+from+customers",
    "/sample/orders.json?_where=(select+name+from+customers)+like+'Z%25'",
    "/sample/orders?_where=exists+(select+1+from+customers)",
  ]

  private func site(_ rule: String, _ sample: SampleDatabase) throws -> AccessSite {
    try AccessSite(everyone: rule) {
      $0.databases = [try SQLiteDatabase.open(path: sample.path)]
      $0.file = try SiteFile(
        yaml:
          "databases: {sample: {queries: {secret-question: select * from customers}, tables: {wages: {title: Pay}}}}")
    }
  }

  @Test(arguments: rules) func whatMayNotBeReadShowsNowhere(rule: String) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let site = try site(rule, sample)
    // Somebody who may read everything has been here, and what was found out for her is remembered.
    let ada = try await site.cookie(of: "ada")
    for target in Self.targets + Self.refused {
      _ = try await site.client.get(target, headers: ["Cookie": ada])
    }
    for target in Self.targets {
      let answer = try await site.client.get(target)
      let text = answer.text
      #expect(
        !text.contains("Zaphod"),
        "\(target): \(text.firstRange(of: "Zaphod").map { String(text[..<$0.upperBound].suffix(80)) } ?? "")")
      for name in ["wages", "docs", "secret-question", "Pay<", "\"Pay\""] where !target.contains(name) {
        #expect(!text.contains(name), "\(target) names \(name)")
      }
    }
    for target in Self.refused {
      let answer = try await site.client.get(target)
      #expect([400, 401, 403, 404].contains(answer.status.code), "\(target): \(answer.status)")
      #expect(!answer.text.contains("Zaphod"), "\(target)")
    }
  }

  @Test(arguments: rules) func whatMayBeReadIsThere(rule: String) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let site = try site(rule, sample)
    let rows = try await site.client.get("/sample/orders.json").rows()
    #expect(rows.compactMap { $0["item"] as? String } == ["towel", "tea"])
    #expect(try await site.client.get("/sample/orders/1").text.contains("towel"))
    // Its writer sees all of it, with labels.
    let ada = ["Cookie": try await site.cookie(of: "ada")]
    #expect(try await site.client.get("/sample/orders", headers: ada).text.contains("Zaphod"))
    #expect(try await site.client.get("/sample/secret-question.json", headers: ada).status == .ok)
    #expect(try await site.client.get("/sample/-/query.json?sql=select+1", headers: ada).status == .ok)
  }

  @Test func aSiteThatNobodyMayReadAsksForSigningIn() async throws {
    let site = try AccessSite(everyone: "none")
    for target in [
      "/", "/chinook", "/chinook/Track", "/nothing", "/chinook/nothing", "/chinook/-/query", "/nothing/-/search",
    ] {
      let page = try await site.client.get(target)
      #expect(page.status == .unauthorized, "\(target)")
      #expect(page.text.contains(">Sign in</a>") && !page.text.contains("Album"), "\(target)")
    }
    let bob = ["Cookie": try await site.cookie(of: "bob")]
    #expect(try await site.client.get("/chinook/Track", headers: bob).status == .forbidden)
    #expect(try await site.client.get("/-/health").status == .ok)
  }
}
