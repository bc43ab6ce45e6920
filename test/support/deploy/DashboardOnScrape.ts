import { grafanaDashboard } from "../../../bin/GrafanaDashboard.ts"
import { labelsOf, metricsOf, withoutPart } from "./Promql.ts"

const lines = grafanaDashboard().panels.flatMap((panel) => ("targets" in panel ? panel.targets : []))

/** Metrics that are there once something went wrong, or once a process of its own kind did its work. */
const onceItHappened = new Set([
  "query_refusals_total",
  "query_threads_ended_total",
  "usage_refusals_uncounted_total",
  "product_index_bulk_errors_total",
  "kafka_feed_log_reads_total",
  "relay_rejections_total"
])

const ofCluster = /^(?:relay|kafka|log_horizon|product_index|leading)/
const ofAudit = /^audit_/

/** The metrics of the dashboard that a tier in good health has. */
export const expectedOf = (tier: "embedded" | "cluster"): ReadonlyArray<string> =>
  [...new Set(lines.flatMap(({ expr }) => metricsOf(expr)).map(withoutPart))].filter(
    (name) => !onceItHappened.has(name) && !(tier === "embedded" ? ofCluster : ofAudit).test(name)
  )

/** The names of the metrics in an answer of `/metrics`. */
export const scraped = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name))

const hasSeries = (text: string, metric: string, labels: ReadonlyArray<string>) =>
  text.split("\n").some((line) => line.startsWith(`${metric}{`) && labels.every((label) => line.includes(`${label}="`)))

/** Lines of the dashboard that go by a label which no series of a metric in the answer has. */
export const lostLabels = (text: string): ReadonlyArray<string> =>
  lines.flatMap(({ expr, legendFormat }) => {
    const labels = labelsOf(expr, legendFormat)
    if (labels.length === 0) return []
    return metricsOf(expr)
      .filter((metric) => scraped(text).has(withoutPart(metric)))
      .flatMap((metric) => (hasSeries(text, metric, labels) ? [] : [`${metric}: ${labels.join(", ")}`]))
  })
