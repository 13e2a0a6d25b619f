@testable import TableRendering

extension MustacheCase {
  private static let abc: NibValue = [
    "a": ["one": 1], "b": ["two": 2], "c": ["three": 3, "d": ["four": 4, "five": 5]],
  ]

  static let sections: [MustacheCase] = [
    .init("truthy", ["boolean": true], "{{#boolean}}This should be rendered.{{/boolean}}", "This should be rendered."),
    .init("falsey", ["boolean": false], "{{#boolean}}This should not be rendered.{{/boolean}}", ""),
    .init("null is falsey", ["null": nil], "{{#null}}This should not be rendered.{{/null}}", ""),
    .init("context", ["context": ["name": "Joe"]], "{{#context}}Hi {{name}}.{{/context}}", "Hi Joe."),
    .init(
      "parent contexts", ["a": "foo", "b": "wrong", "sec": ["b": "bar"], "c": ["d": "baz"]],
      "{{#sec}}{{a}}, {{b}}, {{c.d}}{{/sec}}", "foo, bar, baz"),
    .init("variable test", ["foo": "bar"], "{{#foo}}{{.}} is {{foo}}{{/foo}}", "bar is bar"),
    .init(
      "list contexts",
      [
        "tops": [
          [
            "tname": ["upper": "A", "lower": "a"],
            "middles": [["mname": "1", "bottoms": [["bname": "x"], ["bname": "y"]]]],
          ]
        ]
      ],
      "{{#tops}}{{#middles}}{{tname.lower}}{{mname}}.{{#bottoms}}{{tname.upper}}{{mname}}{{bname}}.{{/bottoms}}{{/middles}}{{/tops}}",
      "a1.A1x.A1y."),
    .init(
      "deeply nested contexts", abc,
      "{{#a}}\n{{one}}\n{{#b}}\n{{one}}{{two}}{{one}}\n{{#c}}\n{{one}}{{two}}{{three}}\n{{#d}}\n{{four}}{{five}}{{three}}\n{{/d}}\n{{/c}}\n{{/b}}\n{{/a}}\n",
      "1\n121\n123\n453\n"),
    .init("list", ["list": [["item": 1], ["item": 2], ["item": 3]]], "\"{{#list}}{{item}}{{/list}}\"", "\"123\""),
    .init("empty list", ["list": []], "\"{{#list}}Yay lists!{{/list}}\"", "\"\""),
    .init(
      "doubled", ["bool": true, "two": "second"],
      "{{#bool}}\n* first\n{{/bool}}\n* {{two}}\n{{#bool}}\n* third\n{{/bool}}\n", "* first\n* second\n* third\n"),
    .init("nested truthy", ["bool": true], "| A {{#bool}}B {{#bool}}C{{/bool}} D{{/bool}} E |", "| A B C D E |"),
    .init("nested falsey", ["bool": false], "| A {{#bool}}B {{#bool}}C{{/bool}} D{{/bool}} E |", "| A  E |"),
    .init("context miss", [:], "[{{#missing}}Found key 'missing'!{{/missing}}]", "[]"),
    .init("implicit iterator, text", ["list": ["a", "b", "c"]], "\"{{#list}}({{.}}){{/list}}\"", "\"(a)(b)(c)\""),
    .init("implicit iterator, integer", ["list": [1, 2, 3]], "\"{{#list}}({{.}}){{/list}}\"", "\"(1)(2)(3)\""),
    .init("implicit iterator, decimal", ["list": [1.1, 2.25]], "\"{{#list}}({{.}}){{/list}}\"", "\"(1.1)(2.25)\""),
    .init("implicit iterator, list", ["list": [[1, 2], ["a"]]], "{{#list}}({{#.}}{{.}}{{/.}}){{/list}}", "(12)(a)"),
    .init("implicit iterator escapes", ["list": ["&"]], "{{#list}}{{.}}{{/list}}", "&amp;"),
    .init("implicit iterator of the root", [["value": "a"], ["value": "b"]], "{{#.}}({{value}}){{/.}}", "(a)(b)"),
    .init(
      "dotted truthy", ["a": ["b": ["c": true]]], "\"{{#a.b.c}}Here{{/a.b.c}}\" == \"Here\"", "\"Here\" == \"Here\""),
    .init("dotted falsey", ["a": ["b": ["c": false]]], "\"{{#a.b.c}}Here{{/a.b.c}}\" == \"\"", "\"\" == \"\""),
    .init("dotted broken chain", ["a": [:]], "\"{{#a.b.c}}Here{{/a.b.c}}\" == \"\"", "\"\" == \"\""),
    .init("surrounding white space", ["boolean": true], " | {{#boolean}}\t|\t{{/boolean}} | \n", " | \t|\t | \n"),
    .init(
      "internal white space", ["boolean": true], " | {{#boolean}} {{! Important }}\n {{/boolean}} | \n", " |  \n  | \n"),
    .init(
      "indented inline", ["boolean": true], " {{#boolean}}YES{{/boolean}}\n {{#boolean}}GOOD{{/boolean}}\n",
      " YES\n GOOD\n"),
    .init(
      "standalone lines", ["boolean": true], "| This Is\n{{#boolean}}\n|\n{{/boolean}}\n| A Line\n",
      "| This Is\n|\n| A Line\n"),
    .init(
      "indented standalone lines", ["boolean": true], "| This Is\n  {{#boolean}}\n|\n  {{/boolean}}\n| A Line\n",
      "| This Is\n|\n| A Line\n"),
    .init("standalone line endings", ["boolean": true], "|\r\n{{#boolean}}\r\n{{/boolean}}\r\n|", "|\r\n|"),
    .init("standalone without previous line", ["boolean": true], "  {{#boolean}}\n#{{/boolean}}\n/", "#\n/"),
    .init("standalone without newline", ["boolean": true], "#{{#boolean}}\n/\n  {{/boolean}}", "#\n/\n"),
    .init("padding", ["boolean": true], "|{{# boolean }}={{/ boolean }}|", "|=|"),
    .init(
      "an empty text is a value", ["title": ""], "({{#title}}shown{{/title}}{{^title}}hidden{{/title}})", "(shown)"),
    .init("zero is a value", ["n": 0], "({{#n}}{{.}}{{/n}})", "(0)"),
    .init("an empty object is a value", ["o": [:]], "({{#o}}shown{{/o}})", "(shown)"),
    .init("inner names win", ["x": 1, "s": ["x": 2]], "{{x}}{{#s}}{{x}}{{/s}}{{x}}", "121"),
    .init("an inner null hides an outer value", ["x": 1, "s": ["x": nil]], "{{#s}}({{x}}){{/s}}", "()"),
  ]

  static let inverted: [MustacheCase] = [
    .init("falsey", ["boolean": false], "{{^boolean}}This should be rendered.{{/boolean}}", "This should be rendered."),
    .init("truthy", ["boolean": true], "{{^boolean}}This should not be rendered.{{/boolean}}", ""),
    .init("null is falsey", ["null": nil], "{{^null}}This should be rendered.{{/null}}", "This should be rendered."),
    .init("context", ["context": ["name": "Joe"]], "{{^context}}Hi {{name}}.{{/context}}", ""),
    .init("list", ["list": [["n": 1], ["n": 2]]], "{{^list}}{{n}}{{/list}}", ""),
    .init("empty list", ["list": []], "{{^list}}Yay lists!{{/list}}", "Yay lists!"),
    .init(
      "doubled", ["bool": false, "two": "second"],
      "{{^bool}}\n* first\n{{/bool}}\n* {{two}}\n{{^bool}}\n* third\n{{/bool}}\n", "* first\n* second\n* third\n"),
    .init("nested falsey", ["bool": false], "| A {{^bool}}B {{^bool}}C{{/bool}} D{{/bool}} E |", "| A B C D E |"),
    .init("nested truthy", ["bool": true], "| A {{^bool}}B {{^bool}}C{{/bool}} D{{/bool}} E |", "| A  E |"),
    .init("context miss", [:], "[{{^missing}}Cannot find key 'missing'!{{/missing}}]", "[Cannot find key 'missing'!]"),
    .init("dotted truthy", ["a": ["b": ["c": true]]], "\"{{^a.b.c}}Not Here{{/a.b.c}}\" == \"\"", "\"\" == \"\""),
    .init(
      "dotted falsey", ["a": ["b": ["c": false]]], "\"{{^a.b.c}}Not Here{{/a.b.c}}\" == \"Not Here\"",
      "\"Not Here\" == \"Not Here\""),
    .init("dotted broken chain", ["a": [:]], "\"{{^a.b.c}}Not Here{{/a.b.c}}\"", "\"Not Here\""),
    .init("surrounding white space", ["boolean": false], " | {{^boolean}}\t|\t{{/boolean}} | \n", " | \t|\t | \n"),
    .init(
      "internal white space", ["boolean": false], " | {{^boolean}} {{! Important }}\n {{/boolean}} | \n", " |  \n  | \n"
    ),
    .init(
      "indented inline", ["boolean": false], " {{^boolean}}NO{{/boolean}}\n {{^boolean}}WAY{{/boolean}}\n",
      " NO\n WAY\n"),
    .init(
      "standalone lines", ["boolean": false], "| This Is\n{{^boolean}}\n|\n{{/boolean}}\n| A Line\n",
      "| This Is\n|\n| A Line\n"),
    .init(
      "standalone indented lines", ["boolean": false], "| This Is\n  {{^boolean}}\n|\n  {{/boolean}}\n| A Line\n",
      "| This Is\n|\n| A Line\n"),
    .init("standalone line endings", ["boolean": false], "|\r\n{{^boolean}}\r\n{{/boolean}}\r\n|", "|\r\n|"),
    .init("standalone without previous line", ["boolean": false], "  {{^boolean}}\n^{{/boolean}}\n/", "^\n/"),
    .init("standalone without newline", ["boolean": false], "^{{^boolean}}\n/\n  {{/boolean}}", "^\n/\n"),
    .init("padding", ["boolean": false], "|{{^ boolean }}={{/ boolean }}|", "|=|"),
  ]
}
