/// One weather station of the sample.
struct SampleStation {
  let code, name, country: String
  let latitude, longitude: Double
  let elevation: Int64
  let opened: String
  let closed: String?
  let keeper: Int64?
  let notes: String?

  /// In the middle of October at noon, in degrees Celsius: warm at the equator, colder by height.
  var usualTemperature: Double { 30 - abs(latitude) * 0.42 - Double(elevation) * 0.006 }

  static let all = [
    SampleStation(
      code: "0614", name: "Hohe Warte", country: "Austria", latitude: 48.2486, longitude: 16.3564, elevation: 198,
      opened: "1872-05-01", closed: nil, keeper: 1,
      notes: """
        The oldest of the network. The shelter was moved eleven metres north in 1953, when the garden wall was built; \
        readings before and after that year differ by up to 0.3 degrees on still summer evenings, and nobody has yet \
        agreed on a correction. The rain gauge is read by hand at seven in the morning, every day since 1872 but four.
        """),
    SampleStation(
      code: "0702", name: "São Jorge", country: "Portugal", latitude: 38.6386, longitude: -28.0272, elevation: 92,
      opened: "1998-03-12", closed: nil, keeper: 2, notes: "Salt on the sensors after every gale from the west."),
    SampleStation(
      code: "0815", name: "Ísafjörður", country: "Iceland", latitude: 66.0749, longitude: -23.1340, elevation: 6,
      opened: "2004-09-30", closed: nil, keeper: 3,
      notes: "No direct sun from the end of November to the 25th of January."),
    SampleStation(
      code: "0901", name: "Puy Mary", country: "France", latitude: 45.1094, longitude: 2.6817, elevation: 1589,
      opened: "1961-07-14", closed: "2019-10-02", keeper: nil,
      notes: "Closed when the road was given up. The mast still stands."),
    SampleStation(
      code: "1033", name: "高松", country: "Japan", latitude: 34.3428, longitude: 134.0466, elevation: 9,
      opened: "1941-02-01", closed: nil, keeper: 4, notes: nil),
    SampleStation(
      code: "1120", name: "Marrakesh Menara", country: "Morocco", latitude: 31.6069, longitude: -8.0363, elevation: 466,
      opened: "1977-01-20", closed: nil, keeper: 5,
      notes: "Dust in the rain gauge: empty it <b>before</b> the first rain."),
    SampleStation(
      code: "1204", name: "Ushuaia", country: "Argentina", latitude: -54.8019, longitude: -68.3030, elevation: 23,
      opened: "2011-11-05", closed: nil, keeper: 6, notes: ""),
    SampleStation(
      code: "1311", name: "Kiruna", country: "Sweden", latitude: 67.8558, longitude: 20.2253, elevation: 442,
      opened: "1957-01-01", closed: nil, keeper: 7,
      notes: "Moved with the town in 2022; the series goes on under the same code."),
    SampleStation(
      code: "1406", name: "Nandi Hills", country: "Kenya", latitude: 0.1833, longitude: 35.1000, elevation: 2047,
      opened: "2015-06-18", closed: nil, keeper: 5, notes: nil),
    SampleStation(
      code: "1522", name: "Ben Nevis & Fort William", country: "Scotland", latitude: 56.7969, longitude: -5.0036,
      elevation: 1345, opened: "1883-10-17", closed: nil, keeper: 8,
      notes:
        "Readings by hourly observers until 1904; automatic since 2017. The path takes four hours, \"three\" if Moira leads."
    ),
    SampleStation(
      code: "1608", name: "أسوان", country: "Egypt", latitude: 24.0889, longitude: 32.8998, elevation: 194,
      opened: "1935-04-02", closed: nil, keeper: nil, notes: "It has rained twice since the gauge was renewed."),
    SampleStation(
      code: "1717", name: "Queenstown", country: "New Zealand", latitude: -45.0312, longitude: 168.6626, elevation: 310,
      opened: "2020-02-29", closed: nil, keeper: 6, notes: nil),
  ]
}
