import { Array } from "effect"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { LedgerBalance, SyncRequest, SyncResponse } from "../../../domain/ports/UsageLedgerStore.ts"

/** Keys of one part: it takes some 1 ms, in which no request is answered. */
export const keysPerPart = 4

/** What a sync answers of the keys that it names. */
export type KeyAnswers = Pick<SyncResponse, "rejections" | "grants" | "balances">

/** The keys that a request does something to, in order. */
export const namedIn = ({ burns, cancellations, rateClaims, reports, wants }: SyncRequest): ReadonlyArray<KeyId> =>
  [...new Set([...reports, ...wants, ...cancellations, ...burns, ...rateClaims].map(({ keyId }) => keyId))].sort()

/**
 * The request in parts of few keys, each for a transaction of its own: what a sync does to one key depends on no other. The first part
 * has what is asked of no key, too.
 */
export const partsOf = (request: SyncRequest): readonly [SyncRequest, ...ReadonlyArray<SyncRequest>] => {
  const [first = [], ...others] = Array.chunksOf(namedIn(request), keysPerPart)
  return [partOf(request, first), ...others.map((keys) => ({ ...partOf(request, keys), balancesOf: [] }))]
}

const partOf = (request: SyncRequest, keys: ReadonlyArray<KeyId>): SyncRequest => {
  const names = new Set(keys)
  const ofThem = <A extends { readonly keyId: KeyId }>(all: ReadonlyArray<A>) =>
    all.filter(({ keyId }) => names.has(keyId))
  return {
    ...request,
    reports: ofThem(request.reports),
    wants: ofThem(request.wants),
    cancellations: ofThem(request.cancellations),
    burns: ofThem(request.burns),
    rateClaims: ofThem(request.rateClaims)
  }
}

/** The answer with those of further parts, of each key the latest balance. */
export const withKeys = (first: SyncResponse, ...parts: ReadonlyArray<KeyAnswers>): SyncResponse => {
  const all: ReadonlyArray<KeyAnswers> = [first, ...parts]
  const balances = new Map<KeyId, LedgerBalance>()
  for (const part of all) for (const balance of part.balances) balances.set(balance.keyId, balance)
  return {
    ...first,
    rejections: all.flatMap(({ rejections }) => rejections),
    grants: all.flatMap(({ grants }) => grants),
    balances: [...balances.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : 1))
  }
}
