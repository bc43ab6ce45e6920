/** A line of a panel: what it asks Prometheus, and how its series are called. */
interface Line {
  readonly ask: string
  readonly called: string
}

interface Panel {
  readonly title: string
  /** as Grafana calls them; `short`: a plain number, `eps`: events a second, `ops`: operations a second */
  readonly unit: "s" | "ms" | "bytes" | "percentunit" | "reqps" | "eps" | "ops" | "short"
  readonly lines: ReadonlyArray<Line>
  readonly says?: string
}

interface Section {
  readonly title: string
  readonly panels: ReadonlyArray<Panel>
}

const chosen = 'job="$job",instance=~"$instance"'
const rate = (metric: string, labels = ""): string => `rate(${metric}{${chosen}${labels}}[$__rate_interval])`
const quantile = (share: number, metric: string, by = ""): string =>
  `histogram_quantile(${share}, sum by (le${by}) (${rate(`${metric}_bucket`)}))`
const now = (metric: string): string => `${metric}{${chosen}}`

const panel = (title: string, unit: Panel["unit"], lines: Panel["lines"], says?: string): Panel => ({
  title,
  unit,
  lines,
  ...(says === undefined ? {} : { says })
})
const line = (ask: string, called: string): Line => ({ ask, called })

const sections: ReadonlyArray<Section> = [
  {
    title: "Requests",
    panels: [
      panel("Answers by status", "reqps", [line(`sum by (status) (${rate("http_requests_total")})`, "{{status}}")]),
      panel("Answers by route", "reqps", [line(`sum by (route) (${rate("http_requests_total")})`, "{{route}}")]),
      panel("Time to answer", "s", [
        line(quantile(0.5, "http_request_duration_seconds"), "p50"),
        line(quantile(0.99, "http_request_duration_seconds"), "p99")
      ]),
      panel("Time to answer, p99 by route", "s", [
        line(quantile(0.99, "http_request_duration_seconds", ", route"), "{{route}}")
      ]),
      panel("Share of 503", "percentunit", [
        line(
          `sum(${rate("http_requests_total", ',status="503"')}) / sum(${rate("http_requests_total")})`,
          "answered 503"
        )
      ]),
      panel("In flight, and connections", "short", [
        line(now("http_requests_in_flight"), "in flight {{instance}}"),
        line(now("http_connections_open"), "connections {{instance}}")
      ])
    ]
  },
  {
    title: "Questions",
    panels: [
      panel("Computed for a question, p99", "s", [
        line(quantile(0.99, "query_thread_seconds", ", question"), "{{question}}")
      ]),
      panel("Questions that wait", "short", [line(now("query_queue_length"), "waiting {{instance}}")]),
      panel("Questions refused, threads ended", "ops", [
        line(`sum(${rate("query_refusals_total")})`, "refused"),
        line(`sum(${rate("query_threads_ended_total")})`, "threads ended")
      ]),
      panel("Products without a vector", "short", [line(now("product_vectors_due"), "{{instance}}")])
    ]
  },
  {
    title: "Quotas and usage",
    panels: [
      panel("Admitted, or refused by which window", "reqps", [
        line(`sum by (decision) (${rate("quota_decisions_total")})`, "{{decision}}")
      ]),
      panel("Usage ledger", "ms", [
        line(now("usage_sync_age_ms"), "last exchange {{instance}}"),
        line(now("usage_clock_offset_ms"), "clock offset {{instance}}")
      ]),
      panel("Uses on their way to the ledger", "short", [
        line(now("usage_unreported"), "unreported {{instance}}"),
        line(now("usage_open_leases"), "open leases {{instance}}")
      ]),
      panel("Exchanges with the ledger", "ops", [
        line(`sum(${rate("usage_syncs_total")})`, "exchanges"),
        line(`sum(${rate("usage_sync_failures_total")})`, "failed"),
        line(`sum(${rate("usage_admitted_total")})`, "uses admitted"),
        line(`sum(${rate("usage_refusals_uncounted_total")})`, "refusals in no report")
      ]),
      panel("Usage journal", "bytes", [line(now("usage_journal_bytes"), "{{instance}}")])
    ]
  },
  {
    title: "Read models",
    panels: [
      panel("Events yet to see", "short", [line(now("feed_lag_events"), "{{projection}}")]),
      panel("Age of the oldest of them", "ms", [line(now("feed_lag_ms"), "{{projection}}")]),
      panel("Parked streams", "short", [line(now("parked_streams"), "{{projection}}")]),
      panel("Audit tree", "short", [
        line(now("audit_tree_entries"), "entries"),
        line(now("audit_cosigned_entries"), "cosigned by a quorum of witnesses"),
        line(now("audit_tree_failing"), "1: cannot be extended"),
        line(now("audit_witness_failing"), "1: {{witness}} does not cosign")
      ])
    ]
  },
  {
    title: "Processes",
    panels: [
      panel("Delay of the event loop", "s", [
        line(quantile(0.5, "event_loop_delay_seconds"), "p50"),
        line(quantile(0.99, "event_loop_delay_seconds"), "p99")
      ]),
      panel("Memory", "bytes", [
        line(now("process_resident_memory_bytes"), "resident {{instance}}"),
        line(now("process_heap_used_bytes"), "heap {{instance}}")
      ]),
      panel("CPU", "short", [line(rate("process_cpu_seconds_total"), "cores {{instance}}")]),
      panel(
        "Dependencies",
        "short",
        [line(now("dependency_up"), "{{role}} {{name}}")],
        "1: the last look at it was good."
      )
    ]
  },
  {
    title: "Cluster",
    panels: [
      panel("Who leads", "short", [line(now("leading"), "{{lock}} {{instance}}")]),
      panel("Relay to Kafka", "eps", [
        line(`sum by (category) (${rate("relay_events_total")})`, "{{category}}"),
        line(`sum by (category) (${rate("relay_rejections_total")})`, "{{category}} rejected")
      ]),
      panel("Delay of the relay", "ms", [
        line(now("relay_delay_ms"), "{{category}} last"),
        line(now("relay_cursor_age_ms"), "{{category}} oldest waiting")
      ]),
      panel("Oldest open writing transaction", "ms", [line(now("log_horizon_age_ms"), "age")]),
      panel("Transactions since then", "short", [line(now("log_horizon_age_transactions"), "transactions")]),
      panel("Back to the log, and refused by OpenSearch", "ops", [
        line(`sum by (reason) (${rate("kafka_feed_log_reads_total")})`, "log read: {{reason}}"),
        line(`sum by (reason) (${rate("product_index_bulk_errors_total")})`, "index: {{reason}}")
      ])
    ]
  }
]

const datasource = { type: "prometheus", uid: "${datasource}" }
const perRow = 3
const width = 24 / perRow
const height = 8

const panelsOf = ({ panels }: Section, top: number) =>
  panels.map(({ lines, says, title, unit }, place) => ({
    type: "timeseries",
    title,
    ...(says === undefined ? {} : { description: says }),
    datasource,
    gridPos: { h: height, w: width, x: (place % perRow) * width, y: top + 1 + Math.floor(place / perRow) * height },
    fieldConfig: { defaults: { unit, ...(unit === "ms" ? {} : { min: 0 }) }, overrides: [] },
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
    targets: lines.map(({ ask, called }, index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      expr: ask,
      legendFormat: called
    }))
  }))

const variable = (name: string, label: string, query: string, more: object) => ({
  name,
  label,
  type: "query",
  datasource,
  query: { query, refId: name },
  refresh: 2,
  ...more
})

/** The dashboard for all metrics of the service, as Grafana imports it. */
export const grafanaDashboard = () => {
  let top = 0
  const panels = sections.flatMap((section) => {
    const row = { type: "row", title: section.title, collapsed: false, panels: [] }
    const placed = { ...row, gridPos: { h: 1, w: 24, x: 0, y: top } }
    const shown = panelsOf(section, top)
    top += 1 + Math.ceil(section.panels.length / perRow) * height
    return [placed, ...shown]
  })
  return {
    uid: "fooddata",
    title: "fooddata",
    description: "Requests, quotas, read models, processes and, on the cluster tier, relay and projector",
    tags: ["fooddata"],
    schemaVersion: 39,
    timezone: "utc",
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [
        { name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus" },
        variable("job", "Job", "label_values(process_cpu_seconds_total, job)", {
          current: { text: "fooddata", value: "fooddata" }
        }),
        variable("instance", "Process", 'label_values(process_cpu_seconds_total{job="$job"}, instance)', {
          multi: true,
          includeAll: true,
          current: { text: "All", value: "$__all" }
        })
      ]
    },
    panels: panels.map((shown, index) => ({ id: index + 1, ...shown }))
  }
}
