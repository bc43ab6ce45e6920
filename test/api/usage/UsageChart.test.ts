import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { UsageRow } from "../../../src/queries/UsageReport.ts"
import {
  chartGeometry,
  type ChartOptions,
  chartSize,
  chartWidth,
  niceMax,
  usageChart
} from "../../../src/api/usage/UsageChart.ts"

const row = (name: string, admitted: number, refused = 0): UsageRow => ({
  name,
  admitted,
  refusedSecond: 0,
  refusedHour: refused,
  refusedDay: 0
})
const ltr = { direction: "ltr", quota: null, shape: "wide" } as const
const base = chartSize.height - chartSize.bottom
const options: ChartOptions = {
  ...ltr,
  id: "usage",
  texts: { title: "Calls", description: "Calls a day", quota: "1,000 a day", number: (calls) => `${calls} calls` }
}

const Calls = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5_000_000 }))
const Rows = Schema.Array(Schema.Tuple([Calls, Calls])).check(Schema.isMaxLength(60))
const Quota = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })))

describe("the geometry of a chart of usage", () => {
  it.prop(
    "no bar leaves the plot or meets another, refused calls stand on admitted ones",
    [Rows, Quota],
    ([calls, quota]) => {
      const rows = calls.map(([admitted, refused], i) => row(`${i}`, admitted, refused))
      const { bars, max, quotaY } = chartGeometry(rows, { ...ltr, quota })
      let right: number = chartSize.left
      for (const { admitted, refused, width, x } of bars) {
        assert.isAtLeast(x, right)
        right = x + width
        assert.closeTo(admitted.y + admitted.height, base, 1e-6)
        assert.closeTo(refused.y + refused.height, admitted.y, 1e-6)
        assert.isAtLeast(refused.y, chartSize.top - 1e-6)
      }
      assert.isAtMost(right, chartWidth.wide - chartSize.right + 1e-6)
      for (const { admitted, refusedHour } of rows) assert.isAtMost(admitted + refusedHour, max)
      if (quotaY !== null) assert.isTrue(quotaY >= chartSize.top && quotaY < base)
    }
  )

  it("the narrow chart keeps its bars within a phone's width", () => {
    const bars = chartGeometry([row("a", 1), row("b", 2)], { ...ltr, shape: "narrow" }).bars
    for (const { width, x } of bars) assert.isTrue(x >= chartSize.left && x + width <= chartWidth.narrow)
  })

  it("a bar is as high as its calls are of the scale", () => {
    const { bars, max } = chartGeometry([row("a", 25, 25), row("b", 100)], ltr)
    assert.strictEqual(max, 100)
    assert.closeTo(bars[0]?.admitted.height ?? 0, (bars[1]?.admitted.height ?? 0) / 4, 1e-6)
    assert.closeTo(bars[0]?.refused.height ?? 0, bars[0]?.admitted.height ?? 1, 1e-6)
  })

  it("from right to left the first row is on the right", () => {
    const rows = [row("a", 1), row("b", 2), row("c", 3)]
    const places = (direction: "ltr" | "rtl") => chartGeometry(rows, { ...ltr, direction }).bars.map(({ x }) => x)
    places("ltr").forEach((x, i) => assert.closeTo(x, places("rtl").toReversed()[i] ?? 0, 1e-6))
  })

  it("the line of the quota is within the plot, and is left out where bars would be flat below it", () => {
    const of = (calls: number, quota: number) => chartGeometry([row("a", calls)], { ...ltr, quota })
    assert.strictEqual(of(100, 1_000).max, 1_000)
    assert.closeTo(of(100, 1_000).quotaY ?? 0, chartSize.top, 1e-6)
    assert.isNull(of(10, 50_000).quotaY)
    assert.strictEqual(of(10, 50_000).max, 10)
    assert.isNotNull(of(0, 50_000).quotaY)
  })

  it("scales end at 1, 2 or 5 times a power of ten", () => {
    assert.deepStrictEqual(
      [0, 1, 3, 5, 6, 10, 11, 101, 999, 4_000_000].map(niceMax),
      [1, 1, 5, 5, 10, 10, 20, 200, 1_000, 5_000_000]
    )
  })
})

describe("the SVG of usage", () => {
  const rows = [row("2026-11-20", 0), row("2026-11-21", 7, 2)]
  const svg = usageChart(rows, { ...options, quota: 10 })

  it("has a name and a description for who does not see it, and no script or inline style", () => {
    assert.include(svg, 'role="img" aria-labelledby="usage-title usage-desc"')
    assert.include(svg, '<title id="usage-title">Calls</title><desc id="usage-desc">Calls a day</desc>')
    assert.notMatch(svg, /style=|<style|<script|\son\w+=|href/)
  })

  it("shows a bar where there were calls, and the quota", () => {
    assert.lengthOf(svg.match(/<rect /g) ?? [], 2)
    assert.include(svg, "<title>2026-11-21: 7 + 2</title>")
    assert.include(svg, ">1,000 a day</text>")
    assert.notInclude(usageChart(rows, options), "usage-quota")
  })

  it("lets no text out of its place", () => {
    const hostile = `"><script>alert(1)</script>&'`
    const text = usageChart([row(hostile, 1)], {
      ...options,
      id: hostile,
      quota: 1,
      texts: { title: hostile, description: hostile, quota: hostile, number: () => hostile }
    })
    assert.notInclude(text, "<script>")
    assert.notInclude(text, `"">`)
    assert.lengthOf(text.match(/&lt;script&gt;/g) ?? [], 10)
  })

  it("of no rows is an empty plot, not an error", () => {
    const empty = usageChart([], options)
    assert.notInclude(empty, "NaN")
    assert.notInclude(empty, "Infinity")
  })
})

describe("the scale of a chart", () => {
  it("says what the highest bar could be, at the end of a line of text", () => {
    const svg = usageChart([row("a", 3)], options)
    assert.include(svg, `text-anchor="end" x="${chartWidth.wide - chartSize.right}"`)
    assert.include(svg, ">5 calls</text>")
    assert.include(
      usageChart([row("a", 3)], { ...options, direction: "rtl" }),
      `text-anchor="end" x="${chartSize.left}"`
    )
  })
})
