/// Which row of which table.
struct RowSpot: Hashable {
  let table: String
  let place: RowPlace
}

/// A row that was touched.
struct RowCourse {
  let table: String
  /// Where it was; `nil` if it was not there.
  var before: RowPlace?
  /// Where it went; `nil` if it is gone.
  var after: RowPlace?
  /// Where it is if it is anywhere: a trigger may have kept a row where it was.
  var end: RowPlace?
  /// When something happened to it last.
  var last: Int
}

extension ChangeLog {
  /// Each row that was touched, from where it was at first to where it is at last, in the order of what happened to it last.
  var courses: [RowCourse] {
    var courses: [RowCourse] = []
    var current: [RowSpot: Int] = [:]
    for (moment, event) in events.enumerated() {
      var index = event.before.flatMap { current.removeValue(forKey: RowSpot(table: event.table, place: $0)) }
      if index == nil {
        index = courses.count
        courses.append(RowCourse(table: event.table, before: event.before, last: moment))
      }
      guard let index else { continue }
      courses[index].after = event.after
      courses[index].last = moment
      if let after = event.after { current[RowSpot(table: event.table, place: after)] = index }
    }
    // A new row where another one was is that one with other values.
    var gone: [RowSpot: Int] = [:]
    for (index, course) in courses.enumerated() where course.after == nil {
      if let before = course.before { gone[RowSpot(table: course.table, place: before)] = index }
    }
    for (index, course) in courses.enumerated() where course.before == nil {
      guard let after = course.after, let old = gone[RowSpot(table: course.table, place: after)] else { continue }
      courses[old].after = after
      courses[old].last = course.last
      courses[index].after = nil
    }
    let taken = Set(courses.compactMap { course in course.after.map { RowSpot(table: course.table, place: $0) } })
    for (index, course) in courses.enumerated() {
      let kept = course.before.flatMap { taken.contains(RowSpot(table: course.table, place: $0)) ? nil : $0 }
      courses[index].end = course.after ?? kept
    }
    return courses.filter { $0.before != nil || $0.after != nil }.sorted { $0.last < $1.last }
  }
}
