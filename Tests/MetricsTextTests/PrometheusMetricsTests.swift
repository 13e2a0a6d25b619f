import CoreMetrics
import MetricsText
import Testing

@Suite struct PrometheusMetricsTests {
  private let metrics = PrometheusMetrics(prefix: "shop_", descriptions: ["orders_total": "Orders taken."])

  private func lines(_ name: String) -> [String] {
    metrics.text.split(separator: "\n").map(String.init).filter { $0.contains(name) }
  }

  @Test func countersAddUpByTheirDimensions() {
    for place in ["here", "there", "here"] {
      Counter(label: "orders_total", dimensions: [("place", place)], factory: metrics.factory).increment(by: 2)
    }
    #expect(
      lines("orders") == [
        "# HELP shop_orders_total Orders taken.", "# TYPE shop_orders_total counter",
        "shop_orders_total{place=\"here\"} 4", "shop_orders_total{place=\"there\"} 2",
      ])
  }

  @Test func manyThreadsCountEachOnce() async {
    let counter = Counter(label: "clicks", factory: metrics.factory)
    await withTaskGroup { group in
      for _ in 0..<16 { group.addTask { for _ in 0..<1_000 { counter.increment() } } }
    }
    #expect(lines("clicks") == ["# TYPE shop_clicks counter", "shop_clicks 16000"])
  }

  @Test func levelsRiseAndFall() {
    let meter = Meter(label: "open", factory: metrics.factory)
    meter.set(3)
    meter.decrement(by: 0.5)
    #expect(lines("open") == ["# TYPE shop_open gauge", "shop_open 2.5"])
    Gauge(label: "last", factory: metrics.factory).record(7)
    #expect(lines("last") == ["# TYPE shop_last gauge", "shop_last 7"])
  }

  @Test func durationsStandInEachBucketThatHoldsThem() {
    let timer = Timer(label: "took_seconds", factory: metrics.factory)
    for nanoseconds in [100_000, 100_001, 400_000_000, 90_000_000_000] { timer.recordNanoseconds(nanoseconds) }
    let lines = lines("took_seconds")
    #expect(lines.contains("shop_took_seconds_bucket{le=\"0.0001\"} 1"))
    #expect(lines.contains("shop_took_seconds_bucket{le=\"0.00025\"} 2"))
    #expect(lines.contains("shop_took_seconds_bucket{le=\"0.5\"} 3"))
    #expect(lines.contains("shop_took_seconds_bucket{le=\"60\"} 3"))
    #expect(lines.contains("shop_took_seconds_bucket{le=\"+Inf\"} 4"))
    #expect(lines.contains("shop_took_seconds_count 4"))
    #expect(lines.contains("shop_took_seconds_sum 90.400200001"))
  }

  @Test func valuesAreCountedAndAdded() {
    let recorder = Recorder(label: "sizes", factory: metrics.factory)
    recorder.record(1.5)
    recorder.record(2)
    #expect(lines("sizes") == ["# TYPE shop_sizes summary", "shop_sizes_sum 3.5", "shop_sizes_count 2"])
  }

  /// Whoever reads the text can't be led astray by names and values.
  @Test func namesAndValuesAreWrittenAsTheFormatTakesThem() {
    Counter(label: "9 lives\n#", dimensions: [("a-b", "x\"\\\ny")], factory: metrics.factory).increment()
    #expect(lines("lives").last == "shop___lives__{a_b=\"x\\\"\\\\\\ny\"} 1")
  }

  @Test func oneNameIsOneKind() {
    Counter(label: "thing", factory: metrics.factory).increment()
    Gauge(label: "thing", factory: metrics.factory).record(5)
    #expect(lines("thing") == ["# TYPE shop_thing counter", "shop_thing 1"])
  }
}
