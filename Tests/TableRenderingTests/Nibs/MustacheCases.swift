import Testing

@testable import TableRendering

/// One case of the Mustache specification: what a template makes of data.
struct MustacheCase: CustomTestStringConvertible, Sendable {
  var name: String
  var data: NibValue
  var template: String
  var expected: String
  var partials: [String: String] = [:]

  init(_ name: String, _ data: NibValue, _ template: String, _ expected: String, partials: [String: String] = [:]) {
    self.name = name
    self.data = data
    self.template = template
    self.expected = expected
    self.partials = partials
  }

  var testDescription: String { name }
}

extension MustacheCase {
  static let interpolation: [MustacheCase] = [
    .init("no interpolation", [:], "Hello from {Mustache}!\n", "Hello from {Mustache}!\n"),
    .init("basic", ["subject": "world"], "Hello, {{subject}}!\n", "Hello, world!\n"),
    .init(
      "no re-interpolation", ["template": "{{planet}}", "planet": "Earth"], "{{template}}: {{planet}}",
      "{{planet}}: Earth"),
    .init(
      "escaping", ["forbidden": "& \" < >"], "These characters should be HTML escaped: {{forbidden}}\n",
      "These characters should be HTML escaped: &amp; &quot; &lt; &gt;\n"),
    .init("triple of markup", ["it": .html("<b>&amp;</b>")], "{{{it}}}", "<b>&amp;</b>"),
    .init("ampersand of markup", ["it": .html("<b>&amp;</b>")], "{{&it}}", "<b>&amp;</b>"),
    .init("double of markup is escaped", ["it": .html("<b>")], "{{it}}", "&lt;b&gt;"),
    .init("triple of text stays escaped", ["it": "<b>"], "{{{it}}}", "&lt;b&gt;"),
    .init("ampersand of text stays escaped", ["it": "<b>"], "{{&it}}", "&lt;b&gt;"),
    .init("integer", ["mph": 85], "\"{{mph}} miles an hour!\"", "\"85 miles an hour!\""),
    .init("integer in a triple", ["mph": 85], "\"{{{mph}}} miles an hour!\"", "\"85 miles an hour!\""),
    .init("integer with ampersand", ["mph": 85], "\"{{&mph}} miles an hour!\"", "\"85 miles an hour!\""),
    .init("decimal", ["power": 1.21], "\"{{power}} jiggawatts!\"", "\"1.21 jiggawatts!\""),
    .init("decimal in a triple", ["power": 1.21], "\"{{{power}}} jiggawatts!\"", "\"1.21 jiggawatts!\""),
    .init("decimal with ampersand", ["power": 1.21], "\"{{&power}} jiggawatts!\"", "\"1.21 jiggawatts!\""),
    .init("boolean", ["on": true, "off": false], "{{on}} {{off}}", "true false"),
    .init("null", ["cannot": nil], "I ({{cannot}}) be seen!", "I () be seen!"),
    .init("null in a triple", ["cannot": nil], "I ({{{cannot}}}) be seen!", "I () be seen!"),
    .init("null with ampersand", ["cannot": nil], "I ({{&cannot}}) be seen!", "I () be seen!"),
    .init("context miss", [:], "I ({{cannot}}) be seen!", "I () be seen!"),
    .init("context miss in a triple", [:], "I ({{{cannot}}}) be seen!", "I () be seen!"),
    .init("context miss with ampersand", [:], "I ({{&cannot}}) be seen!", "I () be seen!"),
    .init(
      "dotted name", ["person": ["name": "Joe"]], "\"{{person.name}}\" == \"{{#person}}{{name}}{{/person}}\"",
      "\"Joe\" == \"Joe\""),
    .init("dotted name in a triple", ["person": ["name": "Joe"]], "{{{person.name}}}", "Joe"),
    .init("dotted name with ampersand", ["person": ["name": "Joe"]], "{{&person.name}}", "Joe"),
    .init(
      "dotted name of any depth", ["a": ["b": ["c": ["d": ["e": ["name": "Phil"]]]]]], "{{a.b.c.d.e.name}}", "Phil"),
    .init("broken chain", ["a": [:]], "\"{{a.b.c}}\" == \"\"", "\"\" == \"\""),
    .init(
      "broken chain resolution", ["a": ["b": [:]], "c": ["name": "Jim"]], "\"{{a.b.c.name}}\" == \"\"", "\"\" == \"\""),
    .init(
      "initial resolution",
      ["a": ["b": ["c": ["d": ["e": ["name": "Phil"]]]]], "b": ["c": ["d": ["e": ["name": "Wrong"]]]]],
      "{{#a}}{{b.c.d.e.name}}{{/a}}", "Phil"),
    .init("context precedence", ["a": ["b": [:]], "b": ["c": "ERROR"]], "{{#a}}{{b.c}}{{/a}}", ""),
    .init("no dotted key", ["a.b": "c"], "{{a.b}}", ""),
    .init("implicit iterator", "world", "Hello, {{.}}!", "Hello, world!"),
    .init("implicit iterator escapes", "& \" < >", "{{.}}", "&amp; &quot; &lt; &gt;"),
    .init("implicit iterator, markup", .html("<i>"), "{{{.}}}", "<i>"),
    .init("implicit iterator, number", 85, "{{.}} mph", "85 mph"),
    .init("white space around is kept", ["string": "---"], "| {{string}} |", "| --- |"),
    .init("white space around a triple is kept", ["string": "---"], "| {{{string}}} |", "| --- |"),
    .init("white space around an ampersand is kept", ["string": "---"], "| {{&string}} |", "| --- |"),
    .init("alone on its line", ["string": "---"], "  {{string}}\n", "  ---\n"),
    .init("triple alone on its line", ["string": "---"], "  {{{string}}}\n", "  ---\n"),
    .init("ampersand alone on its line", ["string": "---"], "  {{&string}}\n", "  ---\n"),
    .init("padding", ["string": "---"], "|{{ string }}|", "|---|"),
    .init("padding of a triple", ["string": "---"], "|{{{ string }}}|", "|---|"),
    .init("padding of an ampersand", ["string": "---"], "|{{& string }}|", "|---|"),
    .init("list and object write nothing", ["a": [1], "b": ["c": 1]], "({{a}}{{b}})", "()"),
    .init("a name may hold spaces", ["Unit Price": 3], "{{Unit Price}}", "3"),
  ]

  static let comments: [MustacheCase] = [
    .init("inline", [:], "12345{{! Comment Block! }}67890", "1234567890"),
    .init("multiline", [:], "12345{{!\n  This is a\n  multi-line comment...\n}}67890\n", "1234567890\n"),
    .init("standalone", [:], "Begin.\n{{! Comment Block! }}\nEnd.\n", "Begin.\nEnd.\n"),
    .init("indented standalone", [:], "Begin.\n  {{! Indented Comment Block! }}\nEnd.\n", "Begin.\nEnd.\n"),
    .init("standalone line endings", [:], "|\r\n{{! Standalone Comment }}\r\n|", "|\r\n|"),
    .init("standalone without previous line", [:], "  {{! I'm Still Standalone }}\n!", "!"),
    .init("standalone without newline", [:], "!\n  {{! I'm Still Standalone }}", "!\n"),
    .init("multiline standalone", [:], "Begin.\n{{!\nSomething's going on here...\n}}\nEnd.\n", "Begin.\nEnd.\n"),
    .init(
      "indented multiline standalone", [:], "Begin.\n  {{!\n    Something's going on here...\n  }}\nEnd.\n",
      "Begin.\nEnd.\n"),
    .init("indented inline", [:], "  12 {{! 34 }}\n", "  12 \n"),
    .init("surrounding white space", [:], "12345 {{! Comment Block! }} 67890", "12345  67890"),
    .init("comment that looks like a tag", ["x": "ERROR"], "a{{!x}}b{{!#x}}c", "abc"),
    .init(
      "a comment is not a name", ["! comment": 1, "comment": 2], "comments never show: >{{! comment}}<",
      "comments never show: ><"),
  ]

  static let delimiters: [MustacheCase] = [
    .init("pair behaviour", ["text": "Hey!"], "{{=<% %>=}}(<%text%>)", "(Hey!)"),
    .init("special characters", ["text": "It worked!"], "({{=[ ]=}}[text])", "(It worked!)"),
    .init(
      "sections", ["section": true, "data": "I got interpolated."],
      "[\n{{#section}}\n  {{data}}\n  |data|\n{{/section}}\n\n{{= | | =}}\n|#section|\n  {{data}}\n  |data|\n|/section|\n]\n",
      "[\n  I got interpolated.\n  |data|\n\n  {{data}}\n  I got interpolated.\n]\n"),
    .init(
      "inverted sections", ["section": false, "data": "I got interpolated."],
      "[\n{{^section}}\n  {{data}}\n  |data|\n{{/section}}\n\n{{= | | =}}\n|^section|\n  {{data}}\n  |data|\n|/section|\n]\n",
      "[\n  I got interpolated.\n  |data|\n\n  {{data}}\n  I got interpolated.\n]\n"),
    .init(
      "partial inheritance", ["value": "yes"], "[ {{>include}} ]\n{{= | | =}}\n[ |>include| ]\n",
      "[ .yes. ]\n[ .yes. ]\n",
      partials: ["include": ".{{value}}."]),
    .init(
      "post-partial behaviour", ["value": "yes"], "[ {{>include}} ]\n[ .{{value}}.  .|value|. ]\n",
      "[ .yes.  .yes. ]\n[ .yes.  .|value|. ]\n", partials: ["include": ".{{value}}. {{= | | =}} .|value|."]),
    .init("surrounding white space", [:], "| {{=@ @=}} |", "|  |"),
    .init("outlying white space", [:], " | {{=@ @=}}\n", " | \n"),
    .init("standalone", [:], "Begin.\n{{=@ @=}}\nEnd.\n", "Begin.\nEnd.\n"),
    .init("indented standalone", [:], "Begin.\n  {{=@ @=}}\nEnd.\n", "Begin.\nEnd.\n"),
    .init("standalone line endings", [:], "|\r\n{{= @ @ =}}\r\n|", "|\r\n|"),
    .init("standalone without previous line", [:], "  {{=@ @=}}\n=", "="),
    .init("standalone without newline", [:], "=\n  {{=@ @=}}", "=\n"),
    .init("pair with padding", [:], "|{{= @   @ =}}|", "||"),
    .init("triple between other delimiters", ["x": .html("<b>")], "{{=<% %>=}}<%{x}%>", "<b>"),
  ]

  static let partials: [MustacheCase] = [
    .init("basic", [:], "\"{{>text}}\"", "\"from partial\"", partials: ["text": "from partial"]),
    .init("context", ["text": "content"], "\"{{>partial}}\"", "\"*content*\"", partials: ["partial": "*{{text}}*"]),
    .init(
      "recursion", ["content": "X", "nodes": [["content": "Y", "nodes": []]]], "{{>node}}", "X(Y())",
      partials: ["node": "{{content}}({{#nodes}}{{>node}}{{/nodes}})"]),
    .init(
      "nested", ["a": "hello", "b": "world"], "{{>outer}}", "*hello world!*",
      partials: ["outer": "*{{a}} {{>inner}}*", "inner": "{{b}}!"]),
    .init("surrounding white space", [:], "| {{>partial}} |", "| \t|\t |", partials: ["partial": "\t|\t"]),
    .init(
      "inline indentation", ["data": "|"], "  {{data}}  {{> partial}}\n", "  |  &gt;\n&gt;\n",
      partials: ["partial": "&gt;\n&gt;"]),
    .init("standalone line endings", [:], "|\r\n{{>partial}}\r\n|", "|\r\n+|", partials: ["partial": "+"]),
    .init("standalone without previous line", [:], "  {{>partial}}\n+", "  *\n  *+", partials: ["partial": "*\n*"]),
    .init("standalone without newline", [:], "!\n  {{>partial}}", "!\n  *\n  *", partials: ["partial": "*\n*"]),
    .init(
      "standalone indentation", ["content": "<\n->"], "\\\n {{>partial}}\n/\n", "\\\n |\n &lt;\n-&gt;\n |\n/\n",
      partials: ["partial": "|\n{{content}}\n|\n"]),
    .init("padding", [:], "|{{> partial }}|", "|[]|", partials: ["partial": "[]"]),
    .init("twice", ["x": 1], "{{>p}}{{>p}}", "11", partials: ["p": "{{x}}"]),
    .init("in a section", ["l": [1, 2]], "{{#l}}{{>p}}{{/l}}", "1;2;", partials: ["p": "{{.}};"]),
    .init("empty", [:], "a{{>p}}b", "ab", partials: ["p": ""]),
    .init("nested indentation", [:], " {{>a}}\n", " x\n   y\n", partials: ["a": "x\n  {{>b}}\n", "b": "y\n"]),
  ]
}
