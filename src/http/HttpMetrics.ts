import { Context, Metric } from "effect"

const requests = Metric.counter("http_requests_total", {
  description: "Requests answered, by route template, method and status.",
  incremental: true
})

const durations = Metric.histogram("http_request_duration_seconds", {
  description: "Time from the request's head to its response, by route template.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

const decisions = Metric.counter("quota_decisions_total", {
  description: "Calls with a valid key: admitted, or the window that refused them.",
  incremental: true
})

const inFlight = Metric.gauge("http_requests_in_flight", { description: "Requests being answered now." })

const connections = Metric.gauge("http_connections_open", { description: "Connections of the public server." })

/** Verbs of the interface; the others a parser knows are for anybody to send, and would make a series each. */
const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"])

/** `_OTHER` is OpenTelemetry's word for them. */
export const methodLabel = (method: string): string => (knownMethods.has(method) ? method : "_OTHER")

/** Metrics are registered in the process, not in a fiber: what runs outside of fibers counts alike. */
const registry = Context.empty()

/** One metric for each set of labels; labels come from route templates and statuses, so there are few. */
const labelled = <Input, State>(metric: Metric.Metric<Input, State>) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (labels: Readonly<Record<string, string>>, key: string): Metric.Metric<Input, State> => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = Metric.withAttributes(metric, labels)
    known.set(key, made)
    return made
  }
}

const requestsOf = labelled(requests)
const durationsOf = labelled(durations)
const decisionsOf = labelled(decisions)

export const countRequest = (route: string, verb: string, status: number, seconds: number): void => {
  const method = methodLabel(verb)
  const labels = { route, method, status: String(status) }
  requestsOf(labels, `${method} ${status} ${route}`).updateUnsafe(1, registry)
  durationsOf({ route }, route).updateUnsafe(seconds, registry)
}

export const countDecision = (decision: "admitted" | "second" | "hour" | "day"): void =>
  decisionsOf({ decision }, decision).updateUnsafe(1, registry)

export const setConnections = (count: number): void => connections.updateUnsafe(count, registry)

export const setInFlight = (count: number): void => inFlight.updateUnsafe(count, registry)
