import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { grafanaDashboard } from "../../bin/GrafanaDashboard.ts"
import { publishedMetrics } from "../support/PublishedMetrics.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
const words = new Set(["by", "on", "without", "ignoring", "and", "or", "unless", "bool", "offset"])

/** The metrics that an expression of PromQL asks for: its names that are no function, no label and no word of the language. */
const metricsOf = (expression: string): ReadonlyArray<string> => {
  const withoutLabels = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, " ")
    .replaceAll(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, " ")
  return [...withoutLabels.matchAll(/(?<![\w$.])[a-z][a-z_0-9]*(?!\w)(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name))
}
const withoutPart = (name: string) => name.replace(/_(?:bucket|sum|count)$/, "")

const dashboard = grafanaDashboard().panels.flatMap((panel) => ("targets" in panel ? panel.targets : []))
const alerts = [...read("deploy/prometheus/alerts.yml").matchAll(/^ +expr: (?:'(.+)'|(.+))$/gm)].map(
  ([, quoted, plain]) => quoted ?? plain ?? ""
)

describe("deploy", () => {
  it("tells the metrics of an expression from its functions and labels", () => {
    const ratio = 'sum by (le) (rate(a_bucket{x="1"}[5m])) / max(leading) > 0.1 and up{job="b"} == 0'
    assert.deepStrictEqual(metricsOf(ratio), ["a_bucket", "leading", "up"])
  })

  it("the dashboard for Grafana is what bin/grafana-dashboard.mjs writes", () => {
    assert.deepStrictEqual(
      JSON.parse(read("deploy/grafana/fooddata.json")),
      JSON.parse(JSON.stringify(grafanaDashboard()))
    )
  })

  it("the dashboard shows every metric of the service, and no other", () => {
    const shown = new Set(dashboard.flatMap(({ expr }) => metricsOf(expr)).map(withoutPart))
    assert.sameMembers([...shown], [...new Set(publishedMetrics())])
  })

  it("the rules alert on metrics of the service only, and each metric that the docs say to watch has one", () => {
    assert.isAbove(alerts.length, 20)
    const published = [...publishedMetrics(), "up"]
    const watched = new Set(alerts.flatMap(metricsOf).map(withoutPart))
    for (const name of watched) assert.include(published, name)
    const section = read("docs/operations.md").split("\n### What to alert on\n")[1]?.split(/\n#+ /)[0] ?? ""
    const cells = [...section.matchAll(/^\| +(.+?) +\|/gm)].map(([, cell = ""]) => cell)
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z_]+_[a-z_]+)`/g)].map(([, name = ""]) => name))
    const inOther = new Set(["relay_delay_ms", "usage_sync_failures_total", "usage_unreported", "feed_lag_ms"])
    const missing = named.filter((name) => !watched.has(name) && !inOther.has(name))
    assert.deepStrictEqual(missing, [])
  })
})
