import { Effect } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import { type EventEnvelope, keyStream } from "../../../domain/EventEnvelope.ts"
import type { KeyId, KeyRole } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory, type KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { lastUses } from "../../queries/LastUses.ts"
import { lastReadings } from "./LastReadings.ts"

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
  /** UTC day of its last call, or of the last time that it read the trail; `null`: not within a year */
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
    dormantDays: key.active ? dormantDays((now - lastSeen) / dayMs) : null
  }
}

export interface KeyReviewQuestion {
  /** `null`: of all accounts, and of none */
  readonly account: AccountId | null
  /** the id of the key that asks; another text where none does */
  readonly reader: string
  /** keys that were listed before */
  readonly offset: number
  readonly limit: number
  /** ms since the epoch */
  readonly now: number
}

export interface KeyReviewPage {
  readonly keys: ReadonlyArray<ReviewedKey>
  /** all keys that there ever were, of the account that is asked for */
  readonly population: number
  /** `null`: the end is reached */
  readonly next: number | null
}

/** The keys by age, oldest first, with their lives: issue, rotations, plans, use, end. */
export const keyReview = Effect.fn("keyReview")(function* (question: KeyReviewQuestion) {
  const { account, limit, now, offset, reader } = question
  const log = yield* EventLog
  const directory = yield* KeyDirectory
  const all = account === null ? yield* directory.list : yield* directory.listOf(account)
  const records = all.slice(offset, offset + limit)
  const idsOf = (role: KeyRole) => records.filter((key) => key.role === role).map(({ keyId }) => keyId)
  const last = new Map([...(yield* lastUses(idsOf("client"), now)), ...(yield* lastReadings(idsOf("auditor"), now))])
  // this very reading is recorded when its rows are known
  const lastOf = (keyId: KeyId) => (keyId === reader ? usageWindow(now).day : (last.get(keyId) ?? null))
  const keys = yield* Effect.forEach(records, (key) =>
    Effect.map(log.readStream("key", keyStream(key.keyId)), (events) =>
      reviewed(key, events.reduce(evolve, unknown), lastOf(key.keyId), now)
    )
  )
  const page: KeyReviewPage = {
    keys,
    population: all.length,
    next: offset + limit < all.length ? offset + limit : null
  }
  return page
})
