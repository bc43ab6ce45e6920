import { Context, Metric } from "effect"

const inFlight = Metric.gauge("http_requests_in_flight", { description: "Requests being answered now." })

const connections = Metric.gauge("http_connections_open", { description: "Connections of the public server." })

/** Verbs of the interface; the others a parser knows are for anybody to send, and would make a series each. */
const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"])

/** `_OTHER` is OpenTelemetry's word for them. */
export const methodLabel = (method: string): string => (knownMethods.has(method) ? method : "_OTHER")

/** Metrics are registered in the process, not in a fiber: what runs outside of fibers counts alike. */
const registry = Context.empty()

type Labels = Readonly<Record<string, string>>

/**
 * One metric for each set of labels; labels come from route templates and statuses, so there are few. A metric made with
 * its labels finds its series at once; `Metric.withAttributes` would merge them anew with each update.
 */
const labelled = <Input, State>(make: (attributes: Labels) => Metric.Metric<Input, State>) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (key: string, labels: () => Labels): Metric.Metric<Input, State> => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(labels())
    known.set(key, made)
    return made
  }
}

const requestsOf = labelled((attributes) =>
  Metric.counter("http_requests_total", {
    description: "Requests answered, by route template, method and status.",
    incremental: true,
    attributes
  })
)

const durationsOf = labelled((attributes) =>
  Metric.histogram("http_request_duration_seconds", {
    description: "Time from the request's head to its response, by route template.",
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    attributes
  })
)

const decisionsOf = labelled((attributes) =>
  Metric.counter("quota_decisions_total", {
    description: "Calls with a valid key: admitted, or the window that refused them.",
    incremental: true,
    attributes
  })
)

export const countRequest = (route: string, verb: string, status: number, seconds: number): void => {
  const method = methodLabel(verb)
  requestsOf(`${method} ${status} ${route}`, () => ({ route, method, status: String(status) })).updateUnsafe(
    1,
    registry
  )
  durationsOf(route, () => ({ route })).updateUnsafe(seconds, registry)
}

export const countDecision = (decision: "admitted" | "second" | "hour" | "day"): void =>
  decisionsOf(decision, () => ({ decision })).updateUnsafe(1, registry)

export const setConnections = (count: number): void => connections.updateUnsafe(count, registry)

export const setInFlight = (count: number): void => inFlight.updateUnsafe(count, registry)
