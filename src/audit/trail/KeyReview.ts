import { Effect } from "effect"
import { type EventEnvelope, keyStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory, type KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { lastUses } from "../../queries/LastUses.ts"

const dayMs = 86_400_000

/** So many days without a call, and a key that is in force is dormant. */
export const dormantAfterDays = { short: 30, long: 90 } as const

/** What happened to a key from its issue on, and how it is used: what a review of access signs off. */
export interface ReviewedKey {
  readonly key: KeyRecord
  readonly issuedBy: string
  readonly rotations: number
  /** ms since the epoch; `null`: never */
  readonly rotatedAt: number | null
  /** since it was issued, or rotated */
  readonly ageDays: number
  readonly planChanges: number
  readonly deactivatedAt: number | null
  readonly deactivatedBecause: string | null
  /** UTC day; `null`: not within a year */
  readonly lastUsed: string | null
  /** whole days; `null`: it is used, or not in force */
  readonly dormantDays: typeof dormantAfterDays.short | typeof dormantAfterDays.long | null
}

type History = Pick<
  ReviewedKey,
  "issuedBy" | "rotations" | "rotatedAt" | "planChanges" | "deactivatedAt" | "deactivatedBecause"
>

const unknown: History = {
  issuedBy: "",
  rotations: 0,
  rotatedAt: null,
  planChanges: 0,
  deactivatedAt: null,
  deactivatedBecause: null
}

const evolve = (history: History, { actor, event, recordedAt }: EventEnvelope<"key">): History => {
  switch (event._tag) {
    case "KeyIssued":
      return { ...history, issuedBy: actor }
    case "KeyRotated":
      return { ...history, rotations: history.rotations + 1, rotatedAt: recordedAt }
    case "KeyPlanChanged":
      return { ...history, planChanges: history.planChanges + 1 }
    case "KeyDeactivated":
      return { ...history, deactivatedAt: recordedAt, deactivatedBecause: event.reason }
    case "KeyActivated":
      return { ...history, deactivatedAt: null, deactivatedBecause: null }
    case "KeyRenamed":
      return history
  }
}

const dormantDays = (days: number): ReviewedKey["dormantDays"] => {
  if (days >= dormantAfterDays.long) return dormantAfterDays.long
  return days >= dormantAfterDays.short ? dormantAfterDays.short : null
}

const reviewed = (key: KeyRecord, history: History, lastUsed: string | null, now: number): ReviewedKey => {
  const lastSeen = lastUsed === null ? key.issuedAt : Date.parse(`${lastUsed}T00:00:00Z`)
  return {
    key,
    ...history,
    ageDays: Math.floor((now - (history.rotatedAt ?? key.issuedAt)) / dayMs),
    lastUsed,
    dormantDays: key.active && key.role === "client" ? dormantDays((now - lastSeen) / dayMs) : null
  }
}

export interface KeyReviewQuestion {
  /** keys that were listed before */
  readonly offset: number
  readonly limit: number
  /** ms since the epoch */
  readonly now: number
}

export interface KeyReviewPage {
  readonly keys: ReadonlyArray<ReviewedKey>
  /** all keys that there ever were */
  readonly population: number
  /** `null`: the end is reached */
  readonly next: number | null
}

/** The keys by age, oldest first, with their lives: issue, rotations, plans, use, end. */
export const keyReview = Effect.fn("keyReview")(function* ({ limit, now, offset }: KeyReviewQuestion) {
  const log = yield* EventLog
  const all = yield* (yield* KeyDirectory).list
  const records = all.slice(offset, offset + limit)
  const last = yield* lastUses(
    records.map(({ keyId }) => keyId),
    now
  )
  const keys = yield* Effect.forEach(records, (key) =>
    Effect.map(log.readStream("key", keyStream(key.keyId)), (events) =>
      reviewed(key, events.reduce(evolve, unknown), last.get(key.keyId) ?? null, now)
    )
  )
  const page: KeyReviewPage = {
    keys,
    population: all.length,
    next: offset + limit < all.length ? offset + limit : null
  }
  return page
})
