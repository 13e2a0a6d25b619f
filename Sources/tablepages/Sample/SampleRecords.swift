import TablePages

/// Rows that are too many to write by hand: made by chance, the same chance every time.
enum SampleRecords {
  static var stations: [[RecordValue]] {
    SampleStation.all.enumerated().map { number, station in
      let isAutomatic = station.elevation > 1000 || station.latitude > 50
      let equipment =
        #"{"power": "\#(isAutomatic ? "solar" : "mains")", "mast_m": \#(8 + number % 3), "#
        + #""contacts": ["radio", "\#(isAutomatic ? "satellite" : "telephone")"], "heated": \#(station.latitude > 50)}"#
      return [
        .text(station.code), .text(station.name), .text(station.country), .real(station.latitude),
        .real(station.longitude), .integer(station.elevation), .integer(isAutomatic ? 1 : 0), .text(station.opened),
        station.closed.map { .text($0) } ?? .null, station.keeper.map { .integer($0) } ?? .null,
        number % 4 == 3 ? .null : .text("https://stations.example/\(station.code)"),
        number % 5 == 4 ? .null : .text(equipment),
        number % 6 == 5 ? .null : .blob(SamplePictures.landscape(seed: UInt64(number) + 11)),
        station.notes.map { .text($0) } ?? .null,
      ]
    }
  }

  static var installations: [[RecordValue]] {
    var generator = SeededGenerator(seed: 3)
    return SampleStation.all.flatMap { station in
      SamplePeople.instruments.indices.compactMap { index -> [RecordValue]? in
        guard index % 3 == 0 || generator.next() % 2 == 0 else { return nil }
        let serial =
          generator.next() % 9 == 0 ? "" : "\(["A", "K", "TX"][index % 3])-\(10_000 + generator.next() % 89_999)"
        let year = 2008 + generator.next() % 16
        let calibrated = generator.next() % 5 == 0 ? nil : "2024-\(twoDigits(1 + generator.next() % 12))-14T09:30:00Z"
        return [
          .text(station.code), .integer(Int64(index + 1)), .text(serial),
          .text("\(year)-\(twoDigits(1 + generator.next() % 12))-\(twoDigits(1 + generator.next() % 28))"),
          calibrated.map { .text($0) } ?? .null,
        ]
      }
    }
  }

  static var visits: [[RecordValue]] {
    var generator = SeededGenerator(seed: 4)
    let works = [
      "Cleaned the rain gauge.", "Changed the battery.", "Cut the grass.", "Painted the shelter.", "Read the log.",
    ]
    let events = [
      "A fox had chewed the cable of the second thermometer; spliced it and wrapped it in tape until a new one comes.",
      "Fog until noon, so the horizon photographs have to wait for the next visit.",
      "All in order.", "Compared with the travelling standard: 0.1 °C too warm, within tolerance.",
      "A school class came along: nineteen questions, most of them about lightning & hail.",
    ]
    return (1...60).compactMap { id in
      guard let station = generator.choice(SampleStation.all), let work = generator.choice(works),
        let event = generator.choice(events), let other = generator.choice(events)
      else { return nil }
      let day = twoDigits(1 + generator.next() % 28)
      let start = "2025-\(twoDigits(UInt64(id + 5) / 6))-\(day)T\(twoDigits(7 + generator.next() % 9)):15:00Z"
      let cost = generator.next() % 4 == 0 ? RecordValue.null : .real(Double(generator.next() % 24_000) / 100)
      let approved = [RecordValue.integer(1), .integer(1), .integer(0), .null][Int(generator.next() % 4)]
      return [
        .integer(Int64(id)), .text(station.code), .integer(station.keeper ?? 9), .text(start),
        .integer(Int64(20 + 5 * (generator.next() % 40))), cost, approved,
        .text(id % 3 == 0 ? "\(work) \(event)\n\n\(other)" : "\(work) \(event)"),
      ]
    }
  }

  static var readings: [[RecordValue]] {
    SampleStation.all.enumerated().flatMap { number, station in
      var generator = SeededGenerator(seed: UInt64(number) + 100)
      var drift = 0.0
      return (0..<72).map { step -> [RecordValue] in
        let hour = step * 3 % 24
        drift = drift * 0.9 + generator.deviation()
        let daily = [-3, -4, -3.5, 0, 3, 4, 2, -1][hour / 3]
        let rain = generator.next() % 6 == 0 ? generator.fraction() * 8 : 0
        let isBroken = generator.next() % 41 == 0
        let remark: RecordValue = isBroken ? .text("no signal") : generator.next() % 29 == 0 ? .text("") : .null
        return [
          .text(station.code), .text("2025-10-\(twoDigits(UInt64(5 + step / 8)))T\(twoDigits(UInt64(hour))):00:00Z"),
          isBroken ? .null : .real(tenths(station.usualTemperature + daily + drift)),
          isBroken ? .null : .integer(Int64(min(100, 62 + (rain > 0 ? 25 : 0) + generator.deviation() * 14))),
          .real(tenths(rain)), generator.next() % 17 == 0 ? .null : .real(tenths(abs(generator.deviation()) * 12)),
          .integer(step < 56 ? 1 : 0), remark,
        ]
      }
    }
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private static func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : String(number) }
}
