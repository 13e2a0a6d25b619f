import Testing

@testable import SiteConfiguration

@Suite struct GrantsTests {
  @Test func theNarrowerPlaceStandsBeforeTheWiderOne() {
    var grants = Grants(.read)
    grants["shop"] = .write
    grants["shop", "staff"] = nil
    grants["shop", "orders"] = .administer
    #expect(grants["log", "lines"] == .read)
    #expect(grants["shop", "products"] == .write)
    #expect(grants["shop", "staff"] == nil)
    #expect(grants["shop", "orders"] == .administer)
  }

  @Test(arguments: ["STAFF", "Staff", "staff"]) func noOtherSpellingOfATableGetsAroundARule(name: String) {
    var grants = Grants(.read)
    grants["shop", "sTaFf"] = nil
    #expect(grants["shop", name] == nil)
    // Only ASCII letters are the same in both cases to SQLite.
    grants["shop", "ÄRZTE"] = nil
    #expect(grants["shop", "ärzte"] == .read)
  }

  @Test func aWholeDatabaseIsAsOpenAsItsLeastTable() {
    var grants = Grants(.write)
    #expect(grants.whole("shop") == .write)
    grants["shop", "orders"] = .read
    #expect(grants.whole("shop") == .read)
    grants["shop", "orders"] = .administer
    #expect(grants.whole("shop") == .write)
    grants["shop", "staff"] = nil
    #expect(grants.whole("shop") == nil)
    #expect(grants.opens("shop"))
  }

  @Test func aDatabaseIsOpenedByOneTableOfIt() {
    var grants = Grants()
    #expect(!grants.opens("shop"))
    grants["shop", "staff"] = nil
    #expect(!grants.opens("shop"))
    grants["shop", "orders"] = .read
    #expect(grants.opens("shop") && !grants.opens("log"))
    #expect(grants["shop", "orders"] == .read && grants["shop"] == nil)
  }

  @Test func whatSomebodyMayDoIsTheMostThatARoleGrants() {
    var clerks = Grants()
    clerks["shop", "orders"] = .write
    let roles = [Grants(.read), clerks]
    #expect(roles.permission("shop", "orders") == .write)
    #expect(roles.permission("shop", "products") == .read)
    #expect(roles.permission("shop", nil) == .read)
    #expect([Grants]().permission("shop", "orders") == nil)
  }
}
