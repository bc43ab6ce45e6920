import { Clock, Effect, Fiber, Layer } from "effect"
import { NodeIsLive, type OpenLease, type SyncRequest, UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { usageWindow } from "../../domain/usage/UsageWindow.ts"
import { endOfLog } from "./EventRows.ts"
import { EventsDatabase } from "./Sqlite.ts"
import { acceptWallClock, instantOf } from "./usage-ledger/ClockRow.ts"
import { KnownLedgers } from "./usage-ledger/KnownLedgers.ts"
import { keptUse, openLeasesOf, type StoredLease } from "./usage-ledger/LedgerRows.ts"
import { answer, balanceOf, burnLeases, syncKeys, syncLedger } from "./usage-ledger/LedgerTransaction.ts"
import { findNodesBehind, heartbeatLeft, isHeartbeatFresh, nodeAccounts, removeNode } from "./usage-ledger/NodeRows.ts"
import { forgetRates, type RateViewer } from "./usage-ledger/RateRows.ts"
import { namedIn, partsOf, withKeys } from "./usage-ledger/SyncParts.ts"

/** A balance is asked for by an operator, too: every node is another one then. */
const nobody = (now: number): RateViewer => ({ node: "", othersUntil: now })

/** A request that has come is answered within so many turns of the event loop, and goes on by one in each. */
const turnsBetween = 8

/** Lets requests be answered; takes no time where there are none. */
const turns = Effect.callback<void>((resume) => {
  const turn = (left: number): void => {
    if (left === 0) resume(Effect.void)
    else setImmediate(() => turn(left - 1))
  }
  turn(turnsBetween)
})

const toOpenLease = ({ day, keyId, lease: { id, request } }: StoredLease): OpenLease => ({
  lease: id,
  request,
  keyId,
  day
})

/** The usage ledger in `events.db`. Its wall clock is the program's. */
export const layer: Layer.Layer<UsageLedgerStore, never, EventsDatabase> = Layer.effect(
  UsageLedgerStore,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    const clock = yield* Clock.Clock

    // read inside the transaction: while it waits for the lock, the hour may turn
    const now = (): number => clock.currentTimeMillisUnsafe()
    const instant = (notAfterMs: number | null) => instantOf(db, now(), notAfterMs)

    const begun = <A>(part: () => A) =>
      Effect.forkChild(db.write("sync the usage ledger", part), { startImmediately: true })

    const sync = Effect.fn("UsageLedgerStore.sync")(function* (request: SyncRequest) {
      // it changes nothing but the heartbeat
      if (namedIn(request).length === 0) {
        const idle = yield* db.read("read the usage ledger", () => {
          const at = instant(request.notAfterMs)
          return isHeartbeatFresh(db, request, at.wallMs) ? answer(db, request, at) : undefined
        })
        if (idle !== undefined) return idle
      }
      const [first, ...others] = partsOf(request)
      const opening = yield* begun(() => syncLedger(db, first, instant(first.notAfterMs)))
      // requests are answered between the parts, none of which waits for the disk before the next
      const further = yield* Effect.forEach(others, (part) =>
        Effect.andThen(
          turns,
          begun(() => syncKeys(db, part, instant(part.notAfterMs)))
        )
      )
      return withKeys(yield* Fiber.join(opening), ...(yield* Fiber.joinAll(further)))
    })

    return UsageLedgerStore.of({
      start: Effect.fn("UsageLedgerStore.start")((node) =>
        db.write("start a node of the usage ledger", () => {
          forgetRates(db, node)
          return { keysSeen: endOfLog(db), openLeases: openLeasesOf(db, node).map(toOpenLease) }
        })
      ),
      sync,
      balance: Effect.fn("UsageLedgerStore.balance")((keyId) =>
        db.read("read a balance", () => {
          const at = instant(null)
          return balanceOf(db, keyId, nobody(at.wallMs), new KnownLedgers(db, usageWindow(at.now)))
        })
      ),
      usedOn: Effect.fn("UsageLedgerStore.usedOn")((keyId, day) =>
        db.read("read a day of the usage ledger", () => keptUse(db, { keyId, day }))
      ),
      nodesBehind: Effect.fn("UsageLedgerStore.nodesBehind")((cursor) =>
        db.read("find nodes behind", () => findNodesBehind(db, cursor, now()))
      ),
      leave: Effect.fn("UsageLedgerStore.leave")((node) =>
        db.write("leave the usage ledger", () => removeNode(db, node, now()))
      ),
      nodes: db.read("list the nodes", () => nodeAccounts(db, now())),
      burn: Effect.fn("UsageLedgerStore.burn")(function* (node: string) {
        const expiresInMs = yield* db.read("look for a heartbeat", () => heartbeatLeft(db, node, now()))
        if (expiresInMs !== undefined) return yield* new NodeIsLive({ node, expiresInMs })
        return yield* db.write("burn the leases of a node", () => burnLeases(db, node, instant(null)))
      }),
      acceptClock: db.write("set the clock of the usage ledger", () => acceptWallClock(db, now()))
    })
  })
)
