import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// What each row of two well-known databases is called, by lists that were written first.
@Suite struct RowNameTests {
  /// The heading of a page, without markup.
  private func heading(_ page: String) -> String {
    guard let heading = page.firstMatch(of: #/<h1[^>]*>(.*?)</h1>/#) else { return "" }
    return String(heading.1.replacing(#/<[^>]*>/#, with: "")).replacing("&#39;", with: "'").replacing(
      "&amp;", with: "&")
  }

  @Test(arguments: [
    ("Album/2", "Balls to the Wall"), ("Artist/1", "AC/DC"), ("Customer/1", "Luís Gonçalves"),
    ("Employee/1", "Andrew Adams"), ("Genre/1", "Rock"), ("Invoice/1", "Invoice 1"),
    ("InvoiceLine/1", "Invoice 1 · Balls to the Wall"), ("MediaType/1", "MPEG audio file"), ("Playlist/1", "Music"),
    ("PlaylistTrack/1,1801", "Music · Enter Sandman"), ("Track/1801", "Enter Sandman · Metallica"),
    ("Track/77", "Enter Sandman · Apocalyptica"),
  ])
  func rowsOfChinookAreCalledAsPeopleCallThem(path: String, name: String) async throws {
    #expect(heading(try await SiteUnderTest.client().get("/chinook/" + path).text) == name)
  }

  private static let northwind = """
    CREATE TABLE Categories (CategoryID INTEGER PRIMARY KEY, CategoryName TEXT, Description TEXT, Picture BLOB);
    CREATE TABLE CustomerDemographics (CustomerTypeID TEXT NOT NULL PRIMARY KEY, CustomerDesc TEXT);
    CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY, CompanyName TEXT, ContactName TEXT, ContactTitle TEXT, Address TEXT, City TEXT,
      Region TEXT, PostalCode TEXT, Country TEXT, Phone TEXT, Fax TEXT);
    CREATE TABLE CustomerCustomerDemo (CustomerID TEXT NOT NULL REFERENCES Customers, CustomerTypeID TEXT NOT NULL REFERENCES CustomerDemographics,
      PRIMARY KEY (CustomerID, CustomerTypeID));
    CREATE TABLE Employees (EmployeeID INTEGER PRIMARY KEY, LastName TEXT, FirstName TEXT, Title TEXT, TitleOfCourtesy TEXT, BirthDate DATE,
      HireDate DATE, Address TEXT, City TEXT, Region TEXT, PostalCode TEXT, Country TEXT, HomePhone TEXT, Extension TEXT, Photo BLOB, Notes TEXT,
      ReportsTo INTEGER REFERENCES Employees, PhotoPath TEXT);
    CREATE TABLE Regions (RegionID INTEGER NOT NULL PRIMARY KEY, RegionDescription TEXT NOT NULL);
    CREATE TABLE Territories (TerritoryID TEXT NOT NULL PRIMARY KEY, TerritoryDescription TEXT NOT NULL, RegionID INTEGER NOT NULL REFERENCES Regions);
    CREATE TABLE EmployeeTerritories (EmployeeID INTEGER NOT NULL REFERENCES Employees, TerritoryID TEXT NOT NULL REFERENCES Territories,
      PRIMARY KEY (EmployeeID, TerritoryID));
    CREATE TABLE Shippers (ShipperID INTEGER NOT NULL PRIMARY KEY, CompanyName TEXT NOT NULL, Phone TEXT);
    CREATE TABLE Suppliers (SupplierID INTEGER NOT NULL PRIMARY KEY, CompanyName TEXT NOT NULL, ContactName TEXT, ContactTitle TEXT, Address TEXT,
      City TEXT, Region TEXT, PostalCode TEXT, Country TEXT, Phone TEXT, Fax TEXT, HomePage TEXT);
    CREATE TABLE Products (ProductID INTEGER NOT NULL PRIMARY KEY, ProductName TEXT NOT NULL, SupplierID INTEGER REFERENCES Suppliers,
      CategoryID INTEGER REFERENCES Categories, QuantityPerUnit TEXT, UnitPrice NUMERIC DEFAULT 0, UnitsInStock INTEGER, UnitsOnOrder INTEGER,
      ReorderLevel INTEGER, Discontinued TEXT NOT NULL DEFAULT '0');
    CREATE TABLE Orders (OrderID INTEGER NOT NULL PRIMARY KEY, CustomerID TEXT REFERENCES Customers, EmployeeID INTEGER REFERENCES Employees,
      OrderDate DATETIME, RequiredDate DATETIME, ShippedDate DATETIME, ShipVia INTEGER REFERENCES Shippers, Freight NUMERIC, ShipName TEXT,
      ShipAddress TEXT, ShipCity TEXT, ShipRegion TEXT, ShipPostalCode TEXT, ShipCountry TEXT);
    CREATE TABLE "Order Details" (OrderID INTEGER NOT NULL REFERENCES Orders, ProductID INTEGER NOT NULL REFERENCES Products,
      UnitPrice NUMERIC NOT NULL, Quantity INTEGER NOT NULL, Discount REAL NOT NULL, PRIMARY KEY (OrderID, ProductID));
    INSERT INTO Categories VALUES (4, 'Dairy Products', 'Cheeses', NULL), (1, 'Beverages', 'Soft drinks, coffees, teas', NULL);
    INSERT INTO CustomerDemographics VALUES ('R', 'Regular');
    INSERT INTO Customers (CustomerID, CompanyName, ContactName, ContactTitle, City) VALUES
      ('VINET', 'Vins et alcools Chevalier', 'Paul Henriot', 'Accounting Manager', 'Reims'),
      ('TOMSP', 'Toms Spezialitäten', 'Karin Josephs', 'Marketing Manager', 'Münster');
    INSERT INTO CustomerCustomerDemo VALUES ('VINET', 'R');
    INSERT INTO Employees (EmployeeID, LastName, FirstName, Title) VALUES (1, 'Davolio', 'Nancy', 'Sales Representative'),
      (5, 'Buchanan', 'Steven', 'Sales Manager');
    INSERT INTO Regions VALUES (1, 'Eastern'), (2, 'Western');
    INSERT INTO Territories VALUES ('06897', 'Wilton', 1), ('10019', 'New York', 1), ('10038', 'New York', 2);
    WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20)
      INSERT INTO Territories SELECT 20000 + value, 'Town ' || value, 1 FROM n;
    INSERT INTO EmployeeTerritories VALUES (1, '06897');
    INSERT INTO Shippers VALUES (3, 'Federal Shipping', NULL);
    INSERT INTO Suppliers (SupplierID, CompanyName, ContactName) VALUES (5, 'Cooperativa de Quesos', 'Antonio del Valle Saavedra');
    INSERT INTO Products (ProductID, ProductName, SupplierID, CategoryID) VALUES (11, 'Queso Cabrales', 5, 4);
    INSERT INTO Orders (OrderID, CustomerID, EmployeeID, OrderDate, ShipName, ShipCity) VALUES
      (10248, 'VINET', 5, '1996-07-04', 'Vins et alcools Chevalier', 'Reims'), (10249, 'VINET', 1, '1996-07-05', 'Vins et alcools Chevalier', 'Reims');
    INSERT INTO "Order Details" VALUES (10248, 11, 14, 12, 0);
    """

  @Test(arguments: [
    ("Categories/4", "Dairy Products"), ("CustomerCustomerDemo/VINET,R", "Vins et alcools Chevalier · Regular"),
    ("CustomerDemographics/R", "Regular"), ("Customers/VINET", "Vins et alcools Chevalier"),
    ("EmployeeTerritories/1,06897", "Nancy Davolio · Wilton"), ("Employees/1", "Nancy Davolio"),
    ("Order+Details/10248,11", "Order 10248 · Queso Cabrales"), ("Orders/10248", "Order 10248"),
    ("Products/11", "Queso Cabrales"), ("Regions/1", "Eastern"), ("Shippers/3", "Federal Shipping"),
    ("Suppliers/5", "Cooperativa de Quesos"), ("Territories/10019", "New York · Eastern"),
  ])
  func rowsOfNorthwindAreCalledAsPeopleCallThem(path: String, name: String) async throws {
    let sample = try SampleDatabase(Self.northwind)
    defer { sample.remove() }
    try await TestClient.with(try sample.server(), over: .inProcess) { client in
      let page = try await client.get("/sample/" + path)
      #expect(heading(page.text) == name, "\(page.status)")
    }
  }

  @Test func referencesAreCalledSoInEveryFormat() async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.get("/chinook/Invoice").text.contains(">Leonie Köhler</bdi></a> <small>2</small>"))
    let json = try await client.get("/chinook/Invoice.json?_labels=on&_size=1").text
    #expect(json.contains(#""CustomerId":{"value":2,"label":"Leonie Köhler"}"#), "\(json)")
    #expect(try await client.get("/chinook/Invoice.csv?_labels=on&_size=1").text.contains("Leonie Köhler"))
    let facet = try await client.get("/chinook/Customer.json?_facet=SupportRepId&_size=1").text
    #expect(facet.contains(#""label":"Jane Peacock""#), "\(facet)")
  }

  @Test func filtersAreToldByNames() async throws {
    let client = try SiteUnderTest.client()
    func chip(_ arguments: String) async throws -> String {
      let page = try await client.get("/chinook/Track?" + arguments).text
      let chips = page.matches(of: #/aria-label="Remove filter: ([^"]*)"/#).map { String($0.1) }
      return chips.joined(separator: "|")
    }
    // Two values have one frame, and each its own name.
    #expect(try await chip("GenreId=1") == "Genre is Rock")
    #expect(try await chip("GenreId=2") == "Genre is Jazz")
    #expect(
      try await chip("GenreId__not=2&Milliseconds__gt=5&AlbumId=1")
        == "Genre is not Jazz|Milliseconds &gt; 5|Album is For Those About To Rock We Salute You")
    #expect(try await chip("GenreId__gt=2") == "GenreId &gt; 2")
    #expect(try await chip("GenreId=99").contains("99"))
    // Without rows too.
    #expect(try await chip("GenreId=2&TrackId=1").contains("Genre is Jazz"))
  }

  @Test func rowsOfOneNameHaveWhatTellsThemApart() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/-/search?q=Enter+Sandman&_table=Track").text
    #expect(page.contains("· <bdi>Metallica</bdi>") && page.contains("· <bdi>Apocalyptica</bdi>"))
    let json = try await client.get("/chinook/-/search.json?q=Enter+Sandman").text
    #expect(json.contains("Enter Sandman · Metallica"), "\(json)")
    // Names that are their own stay as they are.
    let own = try await client.get("/chinook/-/search?q=Balls+to+the+Wall&_table=Album").text
    #expect(!own.contains("· <bdi>"))
  }

  @Test func theOwnerSaysWhatRowsAreCalled() async throws {
    let client = try SiteUnderTest.client {
      $0.file = try SiteFile(
        yaml:
          "databases: {chinook: {tables: {Customer: {label_column: [LastName, Company]}, Employee: {label_column: Title}}}}"
      )
    }
    #expect(heading(try await client.get("/chinook/Customer/1").text).hasPrefix("Gonçalves Embraer"))
    #expect(heading(try await client.get("/chinook/Employee/1").text).hasPrefix("General Manager"))
    #expect(try await client.get("/chinook/Invoice").text.contains(">Köhler</bdi></a>"))
  }

  @Test func questionsNameTheRow() async throws {
    try await SampleDatabase.withWritable(Self.northwind) { client in
      let question = try await client.get("/sample/Employees/1/-/remove").text
      #expect(heading(question) == "Delete Nancy Davolio?")
      let order = try await client.get("/sample/Orders/10249/-/remove").text
      #expect(heading(order) == "Delete Order 10249?")
    }
  }
}
