import { Console, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { productStream } from "../domain/EventEnvelope.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import { AppendSignal } from "../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../infra/sqlite/EventsFile.ts"
import * as SqliteEventLog from "../infra/sqlite/SqliteEventLog.ts"
import { facts } from "../test/support/Facts.ts"
import { median } from "./Statistics.ts"

/**
 * Appends product events through the port and the same rows by a bare prepared INSERT, interleaved in one run, and
 * prints the ratio. What the port adds: the version check, the JSON, the inline product head, Effect.
 */
const rounds = 5
const eventsPerRound = 5_000

const folder = mkdtempSync(join(tmpdir(), "fooddata-bench-"))

const bare = (batchSize: number, round: number): number => {
  const db = new DatabaseSync(join(folder, `bare-${batchSize}-${round}.db`))
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
  db.exec(
    "CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, version INTEGER, data TEXT, UNIQUE (stream, version))"
  )
  const insert = db.prepare("INSERT INTO events (stream, version, data) VALUES (?, 1, ?)")
  const data = JSON.stringify(facts())
  const start = performance.now()
  for (let done = 0; done < eventsPerRound; done += batchSize) {
    db.exec("BEGIN IMMEDIATE")
    for (let i = done; i < done + batchSize; i++) insert.run(`product-off_${i}`, data)
    db.exec("COMMIT")
  }
  const elapsed = performance.now() - start
  db.close()
  return elapsed
}

const throughPort = Effect.fnUntraced(function* (batchSize: number, round: number) {
  const log = yield* EventLog
  const event = { _tag: "ProductListed", facts: facts(), fingerprint: "0123456789abcdefghijkl" } as const
  const start = performance.now()
  for (let done = 0; done < eventsPerRound; done += batchSize) {
    const streams = Array.from({ length: batchSize }, (_, i) => ({
      streamId: productStream(ProductId.make(`off_${round}${done + i}`)),
      expectedVersion: 0,
      events: [event]
    }))
    yield* log.append(streams, { commandId: "bench", actor: "system" })
  }
  return performance.now() - start
})

const compare = Effect.fnUntraced(function* (batchSize: number) {
  const times = { bare: new Array<number>(), port: new Array<number>() }
  for (let round = 0; round < rounds; round++) {
    times.bare.push(bare(batchSize, round))
    const store = SqliteEventLog.layer.pipe(
      Layer.provide(AppendSignal.layer),
      Layer.provide(eventsFile(join(folder, `port-${batchSize}-${round}.db`)))
    )
    times.port.push(yield* throughPort(batchSize, round).pipe(Effect.provide(store, { local: true })))
  }
  const perEvent = (ms: number) => `${((ms * 1_000) / eventsPerRound).toFixed(1)} µs`
  const [bareMs, portMs] = [median(times.bare), median(times.port)]
  yield* Console.log(
    `batch ${batchSize}: bare ${perEvent(bareMs)} an event, log ${perEvent(portMs)}, ratio ${(portMs / bareMs).toFixed(2)}`
  )
})

await Effect.runPromise(
  Effect.forEach([1, 100, 1_000], compare, { discard: true }).pipe(
    Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true })))
  )
)
