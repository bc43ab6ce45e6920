import { Effect } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import {
  accountStream,
  auditStream,
  type Cursor,
  type EventEnvelope,
  isAtOrPast,
  keyStream
} from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { type KeyChoice, keysOfChoice } from "./ChosenKeys.ts"

/** What people and programs do to keys and accounts, and who looked. Products and usage are data, not access. */
export const trailCategories = ["key", "account", "audit"] as const
export type TrailEvent = EventEnvelope<(typeof trailCategories)[number]>

const readAtOnce = 500

const inOrder = (a: TrailEvent, b: TrailEvent): number =>
  a.cursor.tx - b.cursor.tx || a.cursor.position - b.cursor.position

/** What was read of the log at once. */
export interface Read {
  readonly events: ReadonlyArray<TrailEvent>
  /** everything up to here was read */
  readonly through: Cursor
  /** nothing stands behind it */
  readonly isEnd: boolean
}

interface TrailPage {
  readonly events: ReadonlyArray<TrailEvent>
  readonly cursor: Cursor
}

/**
 * Pages of all categories as one, in their direction, up to where each of them was read. `isBy`: has a reader that came to the
 * first place passed the second?
 */
const merged = (
  pages: ReadonlyArray<TrailPage>,
  isBy: (reached: Cursor, place: Cursor) => boolean,
  order: (a: TrailEvent, b: TrailEvent) => number
): Read => {
  const through = pages.map(({ cursor }) => cursor).reduce((least, cursor) => (isBy(least, cursor) ? cursor : least))
  const events = pages
    .flatMap((page) => page.events)
    .filter(({ cursor }) => isBy(through, cursor))
    .toSorted(order)
  return { events, through, isEnd: pages.every(({ events: found }) => found.length < readAtOnce) }
}

/** The next events of all categories, in the order of the log: up to where each of them was read. */
export const readMerged = Effect.fnUntraced(function* (after: Cursor) {
  const log = yield* EventLog
  const pages = yield* Effect.forEach(trailCategories, (category) => log.read(category, after, readAtOnce))
  return merged(pages, isAtOrPast, inOrder)
})

/** The same against the order of the log, `null`: from its end. */
export const readMergedBack = Effect.fnUntraced(function* (before: Cursor | null) {
  const log = yield* EventLog
  const pages = yield* Effect.forEach(trailCategories, (category) => log.readBack(category, before, readAtOnce))
  return merged(
    pages,
    (reached, place) => isAtOrPast(place, reached),
    (a, b) => inOrder(b, a)
  )
})

interface Subject {
  readonly key: KeyChoice | null
  readonly account: AccountId | null
}

/** Its own events. That its origins were erased stands elsewhere in logs of old, in the stream of the day. */
const readAccount = Effect.fnUntraced(function* (account: AccountId) {
  const log = yield* EventLog
  const own = yield* log.readStream("account", accountStream(account))
  const erasures = yield* Effect.forEach(
    own.filter(({ event }) => event._tag === "AccountDeleted"),
    ({ recordedAt }) => log.readStream("audit", auditStream(account, usageWindow(recordedAt).day))
  )
  return [...own, ...erasures.flat()]
})

/** Of keys, or of an account and its keys, in the order of the log: their streams are short, and read whole. */
export const readSubject = Effect.fnUntraced(function* ({ account, key }: Subject) {
  const log = yield* EventLog
  const chosen = key === null ? null : yield* keysOfChoice(key)
  const own = account === null ? null : (yield* (yield* KeyDirectory).listOf(account)).map(({ keyId }) => keyId)
  const keys = chosen === null ? (own ?? []) : chosen.filter((id) => own === null || own.includes(id))
  const ofKeys = yield* Effect.forEach(keys, (id) => log.readStream("key", keyStream(id)))
  const ofAccount = account === null || key !== null ? [] : yield* readAccount(account)
  const events: ReadonlyArray<TrailEvent> = [...ofKeys.flat(), ...ofAccount]
  return events.toSorted(inOrder)
})
