import { Effect, Layer, Metric, Option, Result, Schedule } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { isAtOrPast } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { keepCheckpoint } from "../../infra/audit/KeptCheckpoints.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import type { WitnessPolicy } from "../../infra/audit/WitnessPolicy.ts"
import { auditKey } from "../../infra/crypto/AuditKey.ts"
import { ownNote } from "../../infra/crypto/SignedNote.ts"
import { holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { extendTree } from "./ExtendTree.ts"
import { inFolder } from "./TreeUnusable.ts"
import { makeWitnessing, type Witnessing } from "./witness/KeepWitnessed.ts"

/** What is kept, and by which key. */
export interface KeptTree {
  readonly root: string
  /** made where it is not there */
  readonly keyPath: string
  /** the name that the key must have; none: whichever it has */
  readonly origin: string | null
  readonly originOfNewKey: string
  /** none: new checkpoints go to the log output alone */
  readonly checkpoints: string | null
  /** whose cosignatures are asked for; none: nobody's */
  readonly witnesses: WitnessPolicy | null
}

const entries = Metric.gauge("audit_tree_entries", { description: "Entries of the audit tree that are signed." })
const failing = Metric.gauge("audit_tree_failing", {
  description: "1: the audit tree cannot be extended; the log says why."
})

/** An event is in the tree after this time and what adding takes, at the latest. */
const interval = "20 seconds"

/** There is no witness to ask. */
const nobody: Witnessing = { due: Effect.void, run: Effect.void }

/** Between two pages of events, so that requests have their turn. */
const pause = Effect.sleep("5 millis")

interface Failure {
  readonly message: string
}

/** Says each cause once, until there is another, and that it is over. */
const makeReport = () => {
  let cause: string | undefined
  return {
    failed: ({ message }: Failure) =>
      Effect.suspend(() => {
        if (message === cause) return Effect.void
        cause = message
        return Effect.logError(`the audit tree is not extended, and is tried again: ${message}`)
      }).pipe(Effect.andThen(Metric.update(failing, 1))),
    goesOn: Effect.suspend(() => {
      if (cause === undefined) return Effect.void
      cause = undefined
      return Effect.logInfo("the audit tree is extended again")
    }).pipe(Effect.andThen(Metric.update(failing, 0)))
  }
}

/** Hands on each checkpoint that is new, out of reach of who could write log and tree. */
const makeHandOn = ({ checkpoints, root }: KeptTree, folder: TreeFolder, witnessing: Witnessing) => {
  let [said, handedOn] = ["", ""]
  return Effect.gen(function* () {
    yield* witnessing.due
    const note = ownNote(Option.getOrElse(yield* inFolder(root, () => folder.checkpoint()), () => ""))
    const checkpoint = parseCheckpoint(note)
    if (checkpoint === undefined || note === handedOn) return
    const { origin, size } = checkpoint
    if (note !== said) yield* Effect.logInfo("audit checkpoint", { origin, size, note })
    said = note
    yield* Metric.update(entries, size)
    if (checkpoints !== null) yield* inFolder(checkpoints, () => keepCheckpoint(checkpoints, size, note))
    handedOn = note
  })
}

/** Extends the tree again and again, until that fails. */
const makeKeep = (kept: KeptTree, goesOn: Effect.Effect<void>, witnessing: Witnessing) => {
  const { keyPath, origin, originOfNewKey, root } = kept
  const folder = new TreeFolder(root)
  const handOn = makeHandOn(kept, folder, witnessing)
  let size = 0
  /** A tree that lost entries, or a log that lost events, is for an operator to look at: it is not gone on with. */
  const demandWhole = Effect.gen(function* () {
    const end = yield* (yield* EventLog).end
    yield* inFolder(root, () => {
      const state = folder.state()
      if (state.size < size)
        throw new Error(`it had ${size} entries and has ${state.size}: put it back, or restart to begin anew`)
      if (!isAtOrPast(end, state.cursor))
        throw new Error("the event log ends before what the tree has of it: see docs/audit.md")
    })
  })
  return Effect.gen(function* () {
    const isThere = yield* inFolder(root, () => {
      const isThere = existsSync(keyPath)
      if (!isThere && Option.isSome(folder.checkpoint())) throw new Error(`its key, ${keyPath}, is gone: put it back`)
      return isThere
    })
    const signer = yield* auditKey(keyPath, isThere ? origin : (origin ?? originOfNewKey))
    yield* inFolder(root, () => folder.make())
    yield* holdLock(join(root, ".lock"))
    return yield* Effect.gen(function* () {
      yield* demandWhole
      const extended = yield* Effect.result(extendTree(folder, signer, pause))
      yield* handOn
      if (Result.isFailure(extended)) return yield* Effect.fail(extended.failure)
      size = extended.success.size
      yield* goesOn
    }).pipe(Effect.andThen(Effect.sleep(interval)), Effect.forever)
  }).pipe(Effect.scoped)
}

/** Keeps the tree up to the log in the background, for as long as the process lives and leads. What fails is tried again. */
export const layer = (kept: KeptTree): Layer.Layer<never, never, EventLog | LeaderLock> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const lock = yield* LeaderLock
      const report = makeReport()
      const witnessing = kept.witnesses === null ? nobody : yield* makeWitnessing(kept.root, kept.witnesses)
      const keep = makeKeep(kept, report.goesOn, witnessing).pipe(
        Effect.tapError(report.failed),
        Effect.retry(Schedule.spaced(interval))
      )
      // a witness that takes its time keeps nothing from the tree
      const both = Effect.all([keep, witnessing.run], { concurrency: "unbounded", discard: true })
      yield* lock
        .whileLeader("audit-tree", both)
        .pipe(Effect.tapError(report.failed), Effect.retry(Schedule.spaced(interval)), Effect.forkScoped)
    })
  )
