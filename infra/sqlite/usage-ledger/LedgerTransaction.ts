import { Result } from "effect"
import { fold } from "../../../domain/Decider.ts"
import { usageStream } from "../../../domain/EventEnvelope.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import type {
  BurntLeases,
  LeaseGrant,
  LeaseWant,
  LedgerBalance,
  SyncRejection,
  SyncRequest,
  SyncResponse
} from "../../../domain/ports/UsageLedgerStore.ts"
import { evolve, hourWindow, left, type UsageLedgerState } from "../../../domain/usage/LedgerState.ts"
import { LeaseId, type UsageEvent } from "../../../domain/usage/UsageEvent.ts"
import { type LedgerCommand, UsageLedger } from "../../../domain/usage/UsageLedger.ts"
import { usageWindow, type UsageWindow } from "../../../domain/usage/UsageWindow.ts"
import { endOfLog, headVersion, insertEvents } from "../EventRows.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { type LedgerInstant, noteReached } from "./ClockRow.ts"
import { KnownLedgers } from "./KnownLedgers.ts"
import { type KeyAnswers, namedIn, withKeys } from "./SyncParts.ts"
import { pruneBefore } from "./LedgerSchema.ts"
import { findLease, type LedgerKey, loadLedger, openLeasesOf, saveLedger } from "./LedgerRows.ts"
import { keysChangedAfter, saveHeartbeat } from "./NodeRows.ts"
import { claimRates, countOthers, keysLackedByOthers, type RateViewer, sharesOf, viewerOf } from "./RateRows.ts"

/** Days after which what is settled may be forgotten. */
const keepDays = 2
const dayMs = 86_400_000

/**
 * One sync, or the first part of one, to be called inside a write transaction: usage, settlements, burns, cancellations and wants in the
 * order of keys and days, events and rows together, and the node's heartbeat.
 */
export const syncLedger = (db: SqliteDatabase, request: SyncRequest, at: LedgerInstant): SyncResponse => {
  saveHeartbeat(db, request, at.wallMs)
  const ofKeys = syncKeys(db, request, at)
  if (drawsOn(request)) pruneBefore(db, usageWindow(at.now - keepDays * dayMs).day)
  return withKeys(answer(db, request, at), ofKeys)
}

/** A further part of a sync: what it does to the keys that it names, to be called inside a write transaction. */
export const syncKeys = (db: SqliteDatabase, request: SyncRequest, at: LedgerInstant): KeyAnswers => {
  const window = usageWindow(at.now)
  const known = new KnownLedgers(db, window)
  const viewer = viewerOf(request, at.wallMs)
  const rejections = applyRequest(db, known, request, at.wallMs)
  claimRates(db, request, viewer, (keyId) => known.quotasOf(keyId).perSecond)
  if (drawsOn(request)) noteReached(db, at)
  const grants = request.wants.map((want) => grantOf(db, want, window))
  return { rejections, grants, balances: namedIn(request).map((keyId) => balanceOf(db, keyId, viewer, known)) }
}

/** Writes off all open leases of the node, inside a write transaction. */
export const burnLeases = (db: SqliteDatabase, node: string, at: LedgerInstant): BurntLeases => {
  const open = openLeasesOf(db, node)
  const burns = open.map(({ day, keyId, lease }) => ({ lease: lease.id, keyId, day }))
  const known = new KnownLedgers(db, usageWindow(at.now))
  applyRequest(db, known, { node, reports: [], wants: [], cancellations: [], burns }, at.wallMs)
  return { leases: open.length, units: open.reduce((sum, { lease }) => sum + lease.size - lease.recorded, 0) }
}

/** Does the request do anything to a ledger? */
const drawsOn = ({ burns, cancellations, reports, wants }: SyncRequest): boolean =>
  burns.length + cancellations.length + reports.length + wants.length > 0

type LedgerRequest = Pick<SyncRequest, "node" | "reports" | "wants" | "cancellations" | "burns">

/** Decides every command of the request and appends what comes of them; returns what was refused. */
const applyRequest = (
  db: SqliteDatabase,
  known: KnownLedgers,
  request: LedgerRequest,
  wallMs: number
): ReadonlyArray<SyncRejection> => {
  const meta = { commandId: `sync:${request.node}:${wallMs}`, actor: "system" } as const
  return [...commandsByLedger(db, known, request)].sort(byName).flatMap(([, { commands, key }]) => {
    const { events, rejected } = applyCommands(db, known, key, commands)
    const streamId = usageStream(key.keyId, key.day)
    if (events.length > 0) {
      insertEvents(db, { streamId, expectedVersion: headVersion(db, streamId), events }, meta, wallMs)
    }
    return rejected
  })
}

/** What a sync answers about the state of things, but for the keys that it does something to; changes nothing. */
export const answer = (db: SqliteDatabase, request: SyncRequest, at: LedgerInstant): SyncResponse => {
  // the end first: a key that changes between the two statements is named twice, never missed
  const keysSeen = endOfLog(db)
  const viewer = viewerOf(request, at.wallMs)
  const known = new KnownLedgers(db, usageWindow(at.now))
  const asked = new Set([...request.balancesOf, ...keysLackedByOthers(db, viewer)])
  return {
    ...at,
    rejections: [],
    grants: [],
    balances: [...asked].sort().map((keyId) => balanceOf(db, keyId, viewer, known)),
    otherNodes: countOthers(db, viewer),
    changedKeys: keysChangedAfter(db, request.keysSeen),
    keysSeen
  }
}

/** As the viewer sees it. */
export const balanceOf = (db: SqliteDatabase, keyId: KeyId, viewer: RateViewer, known: KnownLedgers): LedgerBalance => {
  const { day, hour } = known.window
  const state = known.today(keyId)
  const thisHour = hourWindow(state, hour)
  const { perDay, perHour, perSecond } = known.quotasOf(keyId)
  return {
    keyId,
    day,
    hour,
    usedToday: state.day.used,
    usedThisHour: thisHour.used,
    leftToday: perDay === null ? null : left(state.day, perDay),
    leftThisHour: left(thisHour, perHour),
    ...sharesOf(db, keyId, perSecond, viewer)
  }
}

interface LedgerWork {
  readonly key: LedgerKey
  readonly commands: Array<LedgerCommand>
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const commandsByLedger = (
  db: SqliteDatabase,
  known: KnownLedgers,
  request: LedgerRequest
): ReadonlyMap<string, LedgerWork> => {
  const { day, hour } = known.window
  const ledgers = new Map<string, LedgerWork>()
  const add = (key: LedgerKey, ...commands: ReadonlyArray<LedgerCommand>): void => {
    const name = usageStream(key.keyId, key.day)
    const work = ledgers.get(name) ?? { key: { keyId: key.keyId, day: key.day }, commands: [] }
    work.commands.push(...commands)
    ledgers.set(name, work)
  }
  const { node } = request
  for (const report of request.reports) {
    const { admitted, entries, lease, settle } = report
    add(report, { _tag: "RecordUsage", lease, entries })
    if (settle) add(report, { _tag: "SettleLease", lease, used: admitted })
  }
  for (const burn of request.burns) add(burn, { _tag: "BurnLease", lease: burn.lease })
  for (const { day: asked, keyId, request: id } of request.cancellations) {
    // it may have been granted on the other side of midnight
    add({ keyId, day: findLease(db, id)?.day ?? asked }, { _tag: "CancelRequest", request: id, node })
  }
  const cancelled = new Set(request.cancellations.map((cancellation) => cancellation.request))
  for (const { keyId, request: id, size } of request.wants) {
    if (cancelled.has(id)) continue
    const { perDay: dayQuota, perHour: hourQuota } = known.quotasOf(keyId)
    const grant = { _tag: "GrantLease", request: id, lease: LeaseId.make(id), node, hour, size } as const
    add({ keyId, day }, { ...grant, dayQuota, hourQuota })
  }
  return ledgers
}

const applyCommands = (
  db: SqliteDatabase,
  known: KnownLedgers,
  key: LedgerKey,
  commands: ReadonlyArray<LedgerCommand>
) => {
  const named = new Set(commands.map((command) => (command._tag === "CancelRequest" ? command.request : command.lease)))
  const before = loadLedger(db, key, known.window.hour, named)
  const events: Array<UsageEvent> = []
  const rejected: Array<SyncRejection> = []
  let state: UsageLedgerState = before
  for (const command of commands) {
    // looked up now, because this very sync may have granted the id to another key
    if (command._tag === "GrantLease" && findLease(db, command.request) !== undefined) continue
    const decision = UsageLedger.decide(state, command)
    if (Result.isFailure(decision)) {
      rejected.push({ ...key, rejection: decision.failure })
      continue
    }
    events.push(...decision.success)
    state = fold(evolve, state, decision.success)
  }
  saveLedger(db, key, before, state, known.quotasOf(key.keyId))
  known.saved(key, state)
  return { events, rejected }
}

/** A lease that is not open any more was cancelled: its request must not be used. */
const grantOf = (db: SqliteDatabase, want: LeaseWant, { day, hour }: UsageWindow): LeaseGrant => {
  const { keyId, request } = want
  const found = findLease(db, request)
  return found?.lease.status === "open"
    ? { request, keyId, lease: found.lease.id, day: found.day, hour: found.lease.hour, size: found.lease.size }
    : { request, keyId, lease: null, day, hour, size: 0 }
}
