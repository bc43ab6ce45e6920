import { Effect, Option } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import {
  accountStream,
  type Cursor,
  type DomainEvent,
  type EventEnvelope,
  isAtOrPast,
  keyStream,
  logStart
} from "../../../domain/EventEnvelope.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { CommandOrigins, type Origin } from "../../../domain/ports/CommandOrigins.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { eventId } from "../../../infra/crypto/EventId.ts"
import { AuditTree } from "../AuditTree.ts"

/** What people and programs do to keys and accounts, and who looked. Products and usage are data, not access. */
const trailCategories = ["key", "account", "audit"] as const
type TrailCategory = (typeof trailCategories)[number]
type TrailEvent = EventEnvelope<TrailCategory>

export interface TrailFilter {
  /** ms since the epoch, inclusive; `null`: from the beginning */
  readonly from: number | null
  /** ms since the epoch, exclusive; `null`: to the end */
  readonly to: number | null
  readonly actor: string | null
  readonly key: KeyId | null
  readonly account: AccountId | null
  readonly type: DomainEvent["_tag"] | null
}

export interface TrailQuestion {
  readonly filter: TrailFilter
  /** where the page before ended; `null`: the first */
  readonly after: Cursor | null
  readonly limit: number
}

/** An event of the trail, with what is known beside it. */
export interface TrailRow {
  /** its leaf in the audit tree; `null`: no tree is kept, or the event is not in it yet */
  readonly leaf: number | null
  readonly id: string
  readonly envelope: TrailEvent
  /** `null`: not over the network, or erased */
  readonly origin: Origin | null
}

/** Of one page, and what shows that nothing was left out between it and the one before. */
export interface TrailPage {
  readonly rows: ReadonlyArray<TrailRow>
  /** events that were looked at: of all pages together as many as `population` and what came meanwhile */
  readonly scanned: number
  /** events of the trail from where the page starts, before the filter */
  readonly population: number
  /** where the next page starts; `null`: the end is reached */
  readonly next: Cursor | null
}

/** Nodes stamp events by their own clocks, so what is about as old stands near, and not in order. */
const clockMarginMs = 5 * 60_000
const readAtOnce = 500
/** A page ends after so many events, however few of them match: a question is bounded, not what it is asked of. */
const scannedMax = 20_000

const inOrder = (a: TrailEvent, b: TrailEvent): number =>
  a.cursor.tx - b.cursor.tx || a.cursor.position - b.cursor.position

interface Read {
  readonly events: ReadonlyArray<TrailEvent>
  /** everything up to here was read */
  readonly through: Cursor
  /** nothing stands behind it */
  readonly isEnd: boolean
}

/** The next events of all categories, in the order of the log: up to where each of them was read. */
const readMerged = Effect.fnUntraced(function* (after: Cursor) {
  const log = yield* EventLog
  const pages = yield* Effect.forEach(trailCategories, (category) => log.read(category, after, readAtOnce))
  const through = pages
    .map(({ cursor }) => cursor)
    .reduce((least, cursor) => (isAtOrPast(least, cursor) ? cursor : least))
  const events = pages
    .flatMap((page): ReadonlyArray<TrailEvent> => page.events)
    .filter(({ cursor }) => isAtOrPast(through, cursor))
    .toSorted(inOrder)
  return { events, through, isEnd: pages.every(({ events: found }) => found.length < readAtOnce) } satisfies Read
})

/** Of a key, or of an account and its keys: their streams are short, and read whole. */
const readSubject = Effect.fnUntraced(function* ({ account, key }: TrailFilter) {
  const log = yield* EventLog
  const own = account === null ? [] : yield* (yield* KeyDirectory).listOf(account)
  const keys =
    key === null
      ? own.map(({ keyId }) => keyId)
      : account === null || own.some(({ keyId }) => keyId === key)
        ? [key]
        : []
  const ofKeys = yield* Effect.forEach(keys, (id) => log.readStream("key", keyStream(id)))
  const ofAccount = account === null || key !== null ? [] : yield* log.readStream("account", accountStream(account))
  return [...ofKeys.flat(), ...ofAccount].toSorted(inOrder)
})

const matches = ({ actor, from, to, type }: TrailFilter, { actor: by, event, recordedAt }: TrailEvent): boolean =>
  (actor === null || actor === by) &&
  (type === null || type === event._tag) &&
  (from === null || recordedAt >= from) &&
  (to === null || recordedAt < to)

const isPast = ({ to }: TrailFilter, { recordedAt }: TrailEvent): boolean =>
  to !== null && recordedAt >= to + clockMarginMs

interface Found {
  readonly matching: Array<TrailEvent>
  scanned: number
  next: Cursor | null
}

/** Takes in events until the page is full; `false`: it is, or nothing that follows can match. */
const take = (found: Found, events: ReadonlyArray<TrailEvent>, { filter, limit }: TrailQuestion): boolean => {
  for (const event of events) {
    if (isPast(filter, event)) {
      found.next = null
      return false
    }
    found.scanned++
    found.next = event.cursor
    if (matches(filter, event)) found.matching.push(event)
    if (found.matching.length === limit || found.scanned === scannedMax) return false
  }
  return true
}

const findInLog = Effect.fnUntraced(function* (start: Cursor, question: TrailQuestion) {
  const log = yield* EventLog
  const counts = yield* Effect.forEach(trailCategories, (category) => log.countAfter(category, start))
  const population = counts.reduce((sum, count) => sum + count, 0)
  const found: Found = { matching: [], scanned: 0, next: null }
  let place = start
  for (;;) {
    const { events, isEnd, through }: Read = yield* readMerged(place)
    if (!take(found, events, question)) return { found, population }
    if (isEnd) return { found: { ...found, next: null }, population }
    place = through
  }
})

const findInStreams = Effect.fnUntraced(function* (start: Cursor, question: TrailQuestion) {
  const found: Found = { matching: [], scanned: 0, next: null }
  const events = (yield* readSubject(question.filter)).filter(({ cursor }) => !isAtOrPast(start, cursor))
  if (take(found, events, question)) found.next = null
  return { found, population: events.length }
})

const startOf = Effect.fnUntraced(function* ({ after, filter: { from } }: TrailQuestion) {
  if (after !== null) return after
  return from === null ? logStart : yield* (yield* EventLog).placeBefore(from - clockMarginMs)
})

/** Says of events what is known beside them: their leaf, and where their commands came from. */
const rowsOf = Effect.fnUntraced(function* (events: ReadonlyArray<TrailEvent>) {
  const origins = yield* (yield* CommandOrigins).of([...new Set(events.map(({ commandId }) => commandId))])
  const named = events.map((envelope) => ({ envelope, id: eventId(envelope.streamId, envelope.streamVersion) }))
  const leaves = yield* (yield* AuditTree).leavesOf(named.map(({ envelope: { cursor }, id }) => ({ cursor, id })))
  return named.map(({ envelope, id }, i): TrailRow => ({
    leaf: Option.getOrNull(leaves[i] ?? Option.none()),
    id,
    envelope,
    origin: origins.get(envelope.commandId) ?? null
  }))
})

/** A page of the trail, in the order of the log. */
export const trailEvents = Effect.fn("trailEvents")(function* (question: TrailQuestion) {
  const { account, key } = question.filter
  const start = yield* startOf(question)
  const { found, population } =
    key === null && account === null ? yield* findInLog(start, question) : yield* findInStreams(start, question)
  const { matching, next, scanned } = found
  const page: TrailPage = { rows: yield* rowsOf(matching), scanned, population, next }
  return page
})
