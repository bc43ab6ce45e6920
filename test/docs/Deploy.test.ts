import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { grafanaDashboard } from "../../bin/GrafanaDashboard.ts"
import { knownSettings } from "../support/deploy/ChartFindings.ts"
import { metricsOf, withoutPart } from "../support/deploy/Promql.ts"
import { publishedMetrics } from "../support/PublishedMetrics.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
const dashboard = grafanaDashboard().panels.flatMap((panel) => ("targets" in panel ? panel.targets : []))
const operations = read("docs/operations.md")
/** The rules of Prometheus, by the lines of each; a folded expression is one line. */
const alerts = read("deploy/prometheus/alerts.yml")
  .split(/^ +- alert: /m)
  .slice(1)
  .map((rule) => ({
    name: rule.split("\n", 1)[0] ?? "",
    expression: (/ expr: (?:>-\n)?([^]*?)\n +(?:for|labels): /.exec(rule)?.[1] ?? "").replaceAll(/\n */g, " "),
    runbook: / runbook: (\S+)/.exec(rule)?.[1] ?? ""
  }))

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
    assert.isAbove(alerts.length, 30)
    const published = [...publishedMetrics(), "up"]
    const watched = new Set(alerts.flatMap(({ expression }) => metricsOf(expression)).map(withoutPart))
    for (const name of watched) assert.include(published, name)
    const section = operations.split("\n### What to alert on\n")[1]?.split(/\n#+ /)[0] ?? ""
    const cells = [...section.matchAll(/^\| +(.+?) +\|/gm)].map(([, cell = ""]) => cell)
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z_]+_[a-z_]+)`/g)].map(([, name = ""]) => name))
    const inOther = new Set(["relay_delay_ms", "usage_sync_failures_total", "usage_unreported"])
    const missing = named.filter((name) => !watched.has(name) && !inOther.has(name))
    assert.deepStrictEqual(missing, [])
  })

  it("every rule selects the job of the service: other programs have metrics of the same names", () => {
    for (const { expression, name } of alerts) {
      const selectors = [...expression.matchAll(/(?<=[a-z_])\{([^}]*)\}/g)].map(([, labels]) => labels)
      assert.lengthOf(selectors, metricsOf(expression).length, name)
      for (const labels of selectors) assert.match(labels ?? "", /^job="fooddata"/, name)
    }
  })

  it("every rule is tested for firing and for not firing", () => {
    const tests = read("deploy/prometheus/alerts.test.yml") + read("deploy/prometheus/alerts-of-days.test.yml")
    const quiet = [...tests.matchAll(/alertname: (\w+), exp_alerts: \[\]/g)].map(([, name]) => name)
    const firing = [...tests.matchAll(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g)].map(([, name]) => name)
    const names = alerts.map(({ name }) => name)
    assert.sameMembers([...new Set(quiet)], names)
    assert.sameMembers([...new Set(firing)], names)
  })

  it("every rule leads to the entry of the runbook that names it, and every entry has a rule", () => {
    const runbook = operations.split("\n### Runbook\n")[1]?.split(/\n### /)[0] ?? ""
    const entries = new Map(
      runbook
        .split("\n#### ")
        .slice(1)
        .map((entry) => [entry.split("\n", 1)[0]?.toLowerCase().replaceAll(" ", "-") ?? "", entry])
    )
    for (const { name, runbook: link } of alerts) {
      assert.include(entries.get(link.replace("docs/operations.md#", "")) ?? "", `\`${name}\``, name)
    }
    assert.sameMembers(
      [...entries.keys()],
      [...new Set(alerts.map(({ runbook: link }) => link.replace("docs/operations.md#", "")))]
    )
  })

  it("the chart may set every setting of the program that the chart does not make itself, secrets apart", () => {
    const { properties } = JSON.parse(read("deploy/helm/fooddata/values.schema.json"))
    const byChart = ["DATA_DIR", "HOST", "PORT", "ADMIN_HOST", "ADMIN_PORT", "MIGRATE", "ROLES"]
    const files = [...knownSettings].flatMap((name) => /^(\w+)_FILE$/.exec(name)?.[1] ?? [])
    const secrets = [...files, "AUDIT_WITNESSES"]
    assert.sameMembers(properties.secrets.propertyNames.enum, secrets)
    const others = [...knownSettings].filter((name) => !(name.endsWith("_FILE") || secrets.includes(name)))
    assert.sameMembers([...properties.settings.propertyNames.enum, ...byChart], others)
  })
})
