import { Effect, Option, Schema } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import { type Cursor, type DomainEvent, isAtOrPast, justBefore, logStart } from "../../../domain/EventEnvelope.ts"
import { KeyId, type KeyName } from "../../../domain/key/KeyEvent.ts"
import { CommandOrigins, type Origin } from "../../../domain/ports/CommandOrigins.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { eventId } from "../../../infra/crypto/EventId.ts"
import { AuditTree } from "../AuditTree.ts"
import type { KeyChoice } from "./ChosenKeys.ts"
import { type Read, readMerged, readMergedBack, readSubject, trailCategories, type TrailEvent } from "./TrailReading.ts"

export interface TrailFilter {
  /** ms since the epoch, inclusive; `null`: from the beginning */
  readonly from: number | null
  /** ms since the epoch, exclusive; `null`: to the end */
  readonly to: number | null
  readonly actor: string | null
  readonly key: KeyChoice | null
  readonly account: AccountId | null
  readonly type: DomainEvent["_tag"] | null
}

/** Which end of the log comes first. */
export const TrailOrder = Schema.Literals(["oldest", "newest"])
export type TrailOrder = typeof TrailOrder.Type

export interface TrailQuestion {
  readonly filter: TrailFilter
  readonly order: TrailOrder
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
  /** the key, the account, or the reader that it happened to */
  readonly target: string
  /** what its owner calls that key now; `null`: nothing, erased, or it is no key */
  readonly keyName: KeyName | null
  /** `null`: not over the network, or erased */
  readonly origin: Origin | null
}

/** Of one page, and what shows that nothing was left out between it and the one before. */
export interface TrailPage {
  readonly rows: ReadonlyArray<TrailRow>
  /** events that were looked at: of all pages together as many as `population` and what came meanwhile */
  readonly scanned: number
  /** events of the trail from where the page starts on, in its order, before the filter */
  readonly population: number
  /** where the next page starts; `null`: the end is reached */
  readonly next: Cursor | null
}

/** Nodes stamp events by their own clocks, so what is about as old stands near, and not in order. */
const clockMarginMs = 5 * 60_000
/** A page ends after so many events, however few of them match: a question is bounded, not what it is asked of. */
const scannedMax = 20_000

const matches = ({ actor, from, to, type }: TrailFilter, { actor: by, event, recordedAt }: TrailEvent): boolean =>
  (actor === null || actor === by) &&
  (type === null || type === event._tag) &&
  (from === null || recordedAt >= from) &&
  (to === null || recordedAt < to)

/** Nothing that follows in this order can be of the time that is asked for. */
const isPast = ({ filter: { from, to }, order }: TrailQuestion, { recordedAt }: TrailEvent): boolean =>
  order === "oldest"
    ? to !== null && recordedAt >= to + clockMarginMs
    : from !== null && recordedAt < from - clockMarginMs

interface Found {
  readonly matching: Array<TrailEvent>
  scanned: number
  next: Cursor | null
}

/** Takes in events until the page is full; `false`: it is, or nothing that follows can match. */
const take = (found: Found, events: ReadonlyArray<TrailEvent>, question: TrailQuestion): boolean => {
  for (const event of events) {
    if (isPast(question, event)) {
      found.next = null
      return false
    }
    found.scanned++
    found.next = event.cursor
    if (matches(question.filter, event)) found.matching.push(event)
    if (found.matching.length === question.limit || found.scanned === scannedMax) return false
  }
  return true
}

/** How many events of the trail stand after a place. */
const countAfter = Effect.fnUntraced(function* (place: Cursor) {
  const log = yield* EventLog
  const counts = yield* Effect.forEach(trailCategories, (category) => log.countAfter(category, place))
  return counts.reduce((sum, count) => sum + count, 0)
})

/** The same before a place, `null`: before the end. */
const countBefore = Effect.fnUntraced(function* (place: Cursor | null) {
  const all = yield* countAfter(logStart)
  return place === null ? all : all - (yield* countAfter(justBefore(place)))
})

/** Reads on from the place until the page is full, or nothing is left. */
const readOn = Effect.fnUntraced(function* <Place, E, R>(
  start: Place | Cursor,
  read: (place: Place | Cursor) => Effect.Effect<Read, E, R>,
  question: TrailQuestion
) {
  const found: Found = { matching: [], scanned: 0, next: null }
  let place = start
  for (;;) {
    const { events, isEnd, through } = yield* read(place)
    if (!take(found, events, question)) return found
    if (isEnd) return { ...found, next: null }
    place = through
  }
})

const findOldest = Effect.fnUntraced(function* (start: Cursor, question: TrailQuestion) {
  const population = yield* countAfter(start)
  return { found: yield* readOn(start, readMerged, question), population }
})

const findNewest = Effect.fnUntraced(function* (start: Cursor | null, question: TrailQuestion) {
  const population = yield* countBefore(start)
  return { found: yield* readOn(start, readMergedBack, question), population }
})

/** Where a page begins that follows none, by the log's order: what stands apart from the time that is asked for is not read. */
const firstStart = Effect.fnUntraced(function* ({ filter: { from, to }, order }: TrailQuestion) {
  const log = yield* EventLog
  if (order === "oldest") return from === null ? logStart : yield* log.placeBefore(from - clockMarginMs)
  if (to === null) return null
  const { position, tx } = yield* log.placeBefore(to)
  return { tx, position: position + 1 }
})

const findInLog = Effect.fnUntraced(function* (question: TrailQuestion) {
  const start = question.after ?? (yield* firstStart(question))
  return question.order === "oldest"
    ? yield* findOldest(start ?? logStart, question)
    : yield* findNewest(start, question)
})

const findInStreams = Effect.fnUntraced(function* (question: TrailQuestion) {
  const { after, filter, order } = question
  const all = yield* readSubject(filter)
  const found: Found = { matching: [], scanned: 0, next: null }
  const isLeft = ({ cursor }: TrailEvent): boolean =>
    after === null || (order === "oldest" ? !isAtOrPast(after, cursor) : !isAtOrPast(cursor, after))
  const events = (order === "oldest" ? all : all.toReversed()).filter(isLeft)
  if (take(found, events, question)) found.next = null
  return { found, population: events.length }
})

/** The key, the account, or the reader: streams of readers end with a day. */
const targetOf = ({ streamId }: TrailEvent): string =>
  streamId.slice(streamId.indexOf("-") + 1).replace(/-\d{4}-\d{2}-\d{2}$/, "")

const isKeyId = Schema.is(KeyId)

/** Says of events what is known beside them: their leaf, the name of their key, and where their commands came from. */
const rowsOf = Effect.fnUntraced(function* (events: ReadonlyArray<TrailEvent>) {
  const origins = yield* (yield* CommandOrigins).of([...new Set(events.map(({ commandId }) => commandId))])
  const keys = new Set(events.map(targetOf).filter(isKeyId))
  const names: ReadonlyMap<string, KeyName> = yield* (yield* KeyDirectory).namesOf([...keys])
  const placed = events.map((envelope) => ({ envelope, id: eventId(envelope.streamId, envelope.streamVersion) }))
  const leaves = yield* (yield* AuditTree).leavesOf(placed.map(({ envelope: { cursor }, id }) => ({ cursor, id })))
  return placed.map(({ envelope, id }, i): TrailRow => {
    const target = targetOf(envelope)
    return {
      leaf: Option.getOrNull(leaves[i] ?? Option.none()),
      id,
      envelope,
      target,
      keyName: names.get(target) ?? null,
      origin: origins.get(envelope.commandId) ?? null
    }
  })
})

/** A page of the trail, in the order of the log or against it. */
export const trailEvents = Effect.fn("trailEvents")(function* (question: TrailQuestion) {
  const { account, key } = question.filter
  const { found, population } =
    key === null && account === null ? yield* findInLog(question) : yield* findInStreams(question)
  const { matching, next, scanned } = found
  const page: TrailPage = { rows: yield* rowsOf(matching), scanned, population, next }
  return page
})
