import { assert, describe, it } from "@effect/vitest"
import { csvText } from "../../src/queries/CsvText.ts"

describe("CSV", () => {
  it("ends lines with CRLF and quotes what holds a separator, a quote or a line break", () => {
    assert.strictEqual(
      csvText([
        ["name", "calls"],
        ['a "b", c', 3],
        ["two\nlines", -1]
      ]),
      'name,calls\r\n"a ""b"", c",3\r\n"two\nlines",-1\r\n'
    )
  })

  it("no text is run as a formula by a spreadsheet, in whatever width its first character is written", () => {
    for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]) {
      const cell = csvText([[`${start}HYPERLINK("https://example.org")`]])
      assert.match(cell, /^"?'/, JSON.stringify(start))
    }
  })

  it("a number stays a number, also below zero", () => assert.strictEqual(csvText([[-5, 0, 1.5]]), "-5,0,1.5\r\n"))

  it("what holds nothing special stays as it is", () =>
    assert.strictEqual(
      csvText([["2026-11-21T13:00Z", "semantic-search", ""]]),
      "2026-11-21T13:00Z,semantic-search,\r\n"
    ))
})
