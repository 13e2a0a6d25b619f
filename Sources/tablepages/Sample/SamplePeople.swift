import TablePages

/// The people and the instruments of the sample, as rows of their tables.
enum SamplePeople {
  static let observers: [[RecordValue]] = [
    person(1, "Ada Okafor", "ada", "2009-04-20", true, #"["English", "Igbo", "German"]"#, "+43 1 555 0114"),
    person(2, "Inês Furtado", "ines", "2012-09-03", true, #"["Portuguese", "English"]"#, "+351 295 555 017"),
    person(3, "Guðrún Jónsdóttir", "gudrun", "2004-09-30", true, #"["Icelandic", "Danish", "English"]"#, nil),
    person(4, "森 美咲", "misaki", "2016-04-01", true, #"["日本語", "English"]"#, "+81 87 555 0163"),
    person(5, "Yusuf El Amrani", "yusuf", "2010-01-11", true, #"["العربية", "French", "Swahili"]"#, ""),
    person(6, "Tomás Lind", "tomas", "2011-11-05", true, #"["Spanish", "Swedish"]"#, "+54 2901 555 12"),
    person(7, "Aila Sara", "aila", "2018-06-01", true, #"["Northern Sami", "Swedish", "Finnish"]"#, "+46 980 555 41"),
    person(8, "Moira Campbell-O'Neill", "moira", "1996-05-28", true, #"["English", "Scottish Gaelic"]"#, nil),
    person(9, "Étienne Roux", "etienne", "1988-03-15", false, #"["French"]"#, nil, hasPortrait: false),
  ]

  private static func person(
    _ id: Int64, _ name: String, _ account: String, _ joined: String, _ isActive: Bool, _ languages: String,
    _ phone: String?, hasPortrait: Bool = true
  ) -> [RecordValue] {
    [
      .integer(id), .text(name), .text("\(account)@stations.example"), .text(joined), .integer(isActive ? 1 : 0),
      .text(languages), phone.map { .text($0) } ?? .null,
      hasPortrait ? .blob(SamplePictures.portrait(seed: UInt64(id) &* 7919)) : .null,
    ]
  }

  static let instruments: [[RecordValue]] = [
    instrument(1, "Platinum thermometer PT-100", "temperature", 184.5, "pt-100"),
    instrument(2, "Hair hygrometer", "humidity", 96, nil),
    instrument(3, "Capacitive humidity probe HC-2", "humidity", 229.9, "hc-2"),
    instrument(4, "Tipping-bucket rain gauge", "rainfall", 310, "tipping-bucket?lang=en&page=2"),
    instrument(5, "Hellmann rain gauge", "rainfall", 74.25, nil),
    instrument(6, "Cup anemometer", "wind", 265, "cup-anemometer"),
    instrument(7, "Ultrasonic anemometer US-3", "wind", 1890, "us-3"),
    instrument(8, "Campbell–Stokes sunshine recorder", "sunshine", 1240, "campbell-stokes"),
  ]

  private static func instrument(
    _ id: Int64, _ name: String, _ measures: String, _ price: Double, _ manual: String?
  ) -> [RecordValue] {
    [
      .integer(id), .text(name), .text(measures), .real(price),
      manual.map { .text("https://example.com/manuals/\($0)") } ?? .null,
    ]
  }
}
