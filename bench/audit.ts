import { Console, Effect, Layer, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { logStart } from "../domain/EventEnvelope.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import { TreeFolder } from "../infra/audit/TreeFolder.ts"
import { makeCommitter } from "../infra/crypto/EventCommitment.ts"
import { makeSigner } from "../infra/crypto/SignedNote.ts"
import { AppendSignal } from "../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../infra/sqlite/EventsFile.ts"
import { boundedMemory, SqliteMemory } from "../infra/sqlite/Sqlite.ts"
import * as SqliteEventLog from "../infra/sqlite/SqliteEventLog.ts"
import { extendTree } from "../src/audit/ExtendTree.ts"
import { verifyTree } from "../src/audit/VerifyTree.ts"

/**
 * `node bin/node.mjs bench/audit.ts <data folder>`: what the audit tree of the folder's log costs above reading the log, and how fast
 * it is verified. CPU of this process, all threads.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("usage: audit.ts <data folder>")

const measured = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = process.cpuUsage()
    const began = performance.now()
    const value = yield* work
    const { system, user } = process.cpuUsage(before)
    return { value, cpuUs: user + system, seconds: (performance.now() - began) / 1_000 }
  })

const program = Effect.gen(function* () {
  const signer = makeSigner("bench.example/audit", new Uint8Array(32).fill(1))
  if (signer === undefined) return yield* Effect.die("no signer")
  const root = mkdtempSync(join(tmpdir(), "fooddata-audit-"))
  const tree = new TreeFolder(root)
  const log = yield* EventLog
  const decoded = yield* measured(Stream.runDrain(log.scan(logStart)))
  const read = yield* measured(Stream.runDrain(log.scanLogged(logStart)))
  const made = yield* measured(extendTree(tree, signer))
  const checked = yield* measured(verifyTree(tree, signer, makeCommitter(signer.seed), []))
  rmSync(root, { recursive: true })
  const events = made.value.size
  const each = (us: number) => (us / events).toFixed(1)
  yield* Console.log(
    [
      `${events} events`,
      `reading and decoding the log: ${each(decoded.cpuUs)} µs of CPU an event; checking its checksums: ${each(read.cpuUs)} µs`,
      `extending the tree: ${each(made.cpuUs)} µs, of them ${each(made.cpuUs - read.cpuUs)} for the tree; ${made.seconds.toFixed(1)} s`,
      `verifying: ${each(checked.cpuUs)} µs, ${(checked.cpuUs / decoded.cpuUs).toFixed(2)} of reading and decoding; ${Math.round(events / checked.seconds)} events a second; findings: ${checked.value.findings.length}`,
      `memory: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`
    ].join("\n")
  )
})

const stores = SqliteEventLog.layer.pipe(
  Layer.provide(AppendSignal.layer),
  Layer.provide(eventsFile(join(folder, "events.db"))),
  Layer.provide(Layer.succeed(SqliteMemory, boundedMemory))
)

await Effect.runPromise(program.pipe(Effect.provide(stores)))
