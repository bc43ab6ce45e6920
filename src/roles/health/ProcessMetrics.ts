import { Effect, Layer, Metric } from "effect"

const sampleIntervalMs = 50
const publishInterval = "3 seconds"

const delays = Metric.histogram("event_loop_delay_seconds", {
  description: "How late a timer of the event loop was, looked at 20 times a second: what every request waits as well.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
})
const residentBytes = Metric.gauge("process_resident_memory_bytes", { description: "Memory of the process." })
const heapBytes = Metric.gauge("process_heap_used_bytes", { description: "Memory of JavaScript objects." })
const cpuSeconds = Metric.gauge("process_cpu_seconds_total", {
  description: "CPU time of the process since its start."
})

/** A timer of its own, because fibers take turns and would measure each other. */
const sampleDelays = Effect.gen(function* () {
  const context = yield* Effect.context()
  let expectedAt = performance.now() + sampleIntervalMs
  const timer = setInterval(() => {
    const now = performance.now()
    delays.updateUnsafe(Math.max(0, now - expectedAt) / 1_000, context)
    expectedAt = now + sampleIntervalMs
  }, sampleIntervalMs)
  yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
})

const publish = Effect.gen(function* () {
  const { heapUsed, rss } = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  yield* Metric.update(residentBytes, rss)
  yield* Metric.update(heapBytes, heapUsed)
  yield* Metric.update(cpuSeconds, (system + user) / 1e6)
})

/** How the process itself is, whatever its role. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* sampleDelays
    yield* publish.pipe(Effect.andThen(Effect.sleep(publishInterval)), Effect.forever, Effect.forkScoped)
  })
)
