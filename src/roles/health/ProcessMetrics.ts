import { Effect, Layer, Metric } from "effect"

const sampleIntervalMs = 50
const publishInterval = "3 seconds"

const delays = Metric.histogram("event_loop_delay_seconds", {
  description: "How late a timer of the event loop was, looked at 20 times a second: what every request waits as well.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
})
const residentBytes = Metric.gauge("process_resident_memory_bytes", { description: "Memory of the process." })
const heapBytes = Metric.gauge("process_heap_used_bytes", { description: "Memory of JavaScript objects." })
const cpuSeconds = Metric.counter("process_cpu_seconds_total", {
  description: "CPU time of the process since its start.",
  incremental: true
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

const publishMemory = Effect.gen(function* () {
  const { heapUsed, rss } = process.memoryUsage()
  yield* Metric.update(residentBytes, rss)
  yield* Metric.update(heapBytes, heapUsed)
})

/** A counter of Prometheus, so what is added is what was used since the last time. */
const publishCpu = (published: number) =>
  Effect.gen(function* () {
    const { system, user } = process.cpuUsage()
    const seconds = (system + user) / 1e6
    yield* Metric.update(cpuSeconds, seconds - published)
    return seconds
  })

const publish = Effect.gen(function* () {
  let published = 0
  while (true) {
    yield* publishMemory
    published = yield* publishCpu(published)
    yield* Effect.sleep(publishInterval)
  }
})

/** How the process itself is, whatever its role. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* sampleDelays
    yield* Effect.forkScoped(publish)
  })
)
