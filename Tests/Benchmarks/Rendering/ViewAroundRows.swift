import TablePages

/// What stands around the rows of a page: values, links, and parts that may be missing.
private struct PageView: NibView {
  struct Link: NibView {
    var title: String
    var address: String
    var remark: String?
    var isCurrent = false
  }

  var title = "Events & visits"
  var summary: String?
  var count: HTML = "<b>1,000</b> rows"
  var style = "/-/static/tablepages.css?v=2b6d10d0"
  var isCompact = true
  var previous: Link?
  var next: Link? = Link(title: "Next", address: "/events/events?_next=51")
  var crumbs: [Link]
  var tables: [Link]

  static let nib = """
    <html{{#isCompact}} class="compact"{{/isCompact}}><head><title>{{title}}</title><link rel="stylesheet" href="{{style}}"></head>
    <nav><ol>{{#crumbs}}<li>{{#isCurrent}}<span aria-current="page">{{title}}</span>{{/isCurrent}}{{^isCurrent}}<a href="{{address}}">{{title}}</a>{{/isCurrent}}{{#remark}}<small>{{.}}</small>{{/remark}}</li>{{/crumbs}}</ol></nav>
    <h1>{{title}}</h1><p class="count">{{{count}}}</p>{{#summary}}<p>{{.}}</p>{{/summary}}
    <ul>{{#tables}}<li{{#isCurrent}} class="current"{{/isCurrent}}><a href="{{address}}">{{title}}</a>{{#remark}}<small>{{.}}</small>{{/remark}}</li>{{/tables}}</ul>
    {{#previous}}<a rel="prev" href="{{address}}">{{title}}</a>{{/previous}}{{#next}}<a rel="next" href="{{address}}">{{title}}</a>{{/next}}</html>
    """
}

extension Work {
  static func viewAroundRows() throws -> Work {
    let crumbs = ["events", "visits"].map { PageView.Link(title: $0, address: "/\($0)", isCurrent: $0 == "visits") }
    let tables = (1...20).map {
      PageView.Link(title: "table \($0)", address: "/events/table+\($0)", remark: $0 % 2 == 0 ? "\($0) rows" : nil)
    }
    let view = PageView(crumbs: crumbs, tables: tables), nib = try ViewNib<PageView>(Nib(PageView.nib))
    return Work(title: "what stands around rows") {
      var html = ByteSink(capacity: 16 * 1024)
      nib.write(view, into: &html)
    }
  }
}
