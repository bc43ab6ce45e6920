import { Context, Deferred, Effect, Layer, Option } from "effect"
import type { KeyDigest } from "../../domain/key/KeyEvent.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { LedgerNode } from "./LedgerNode.ts"

/** Keys kept, at most; beyond, the one that was not used for the longest time goes. */
const defaultKeysMax = 10_000

/**
 * Whose key a digest is. Answers from memory while the node's heartbeat lease is valid: within it every change of a
 * key is known here before its command returns. An unknown digest is looked up each time.
 */
export class KeyCache extends Context.Service<
  KeyCache,
  {
    /** Looks when it is called: what it gives is for the request that asks, not for later. */
    readonly find: (digest: KeyDigest) => Effect.Effect<Option.Option<KeyRecord>, StorageUnavailable>
    /** Would `find` answer from memory? */
    readonly holds: (digest: KeyDigest) => boolean
  }
>()("fooddata/src/metering/KeyCache") {}

type Found = Option.Option<KeyRecord>

const make = Effect.fnUntraced(function* (keysMax: number) {
  const node = yield* LedgerNode
  const directory = yield* KeyDirectory
  const records = new Map<KeyDigest, Found>()
  const lookUps = new Map<KeyDigest, Deferred.Deferred<Found, StorageUnavailable>>()
  let changes = 0

  node.onKeysChanged((keys) => {
    changes++
    // what is being looked up may be older than the change: those who ask from now on look anew
    lookUps.clear()
    for (const [digest, found] of records)
      if (Option.isSome(found) && keys.has(found.value.keyId)) records.delete(digest)
  })

  const remember = (digest: KeyDigest, found: Found): void => {
    records.delete(digest)
    records.set(digest, found)
    if (records.size <= keysMax) return
    const oldest = records.keys().next()
    if (oldest.done !== true) records.delete(oldest.value)
  }

  /** Looks again while changes arrive in between: an old record must not outlive the notice of its change. */
  const lookUp = (digest: KeyDigest): Effect.Effect<Found, StorageUnavailable> =>
    Effect.suspend(() => {
      const before = changes
      return Effect.flatMap(directory.findByDigest(digest), (found) => {
        if (changes !== before) return lookUp(digest)
        if (Option.isSome(found)) remember(digest, found)
        return Effect.succeed(found)
      })
    })

  const lookUpOnce = (digest: KeyDigest): Effect.Effect<Found, StorageUnavailable> =>
    Effect.suspend(() => {
      const running = lookUps.get(digest)
      if (running !== undefined) return Deferred.await(running)
      const done = Deferred.makeUnsafe<Found, StorageUnavailable>()
      lookUps.set(digest, done)
      const forget = Effect.sync(() => {
        if (lookUps.get(digest) === done) lookUps.delete(digest)
      })
      // others wait for it, so the one who began it may not take it with them
      return lookUp(digest).pipe(
        Effect.ensuring(forget),
        Effect.onExit((exit) => Deferred.done(done, exit)),
        Effect.uninterruptible
      )
    })

  const findTrusted = (digest: KeyDigest): Effect.Effect<Found, StorageUnavailable> => {
    const known = records.get(digest)
    if (known === undefined) return lookUpOnce(digest)
    // while there is room for twice as many, none will go soon, and who was used last need not be known
    if (2 * records.size > keysMax) remember(digest, known)
    return Effect.succeed(known)
  }

  return KeyCache.of({
    holds: (digest) => records.has(digest),
    find: (digest) => {
      if (node.isTrusted()) return findTrusted(digest)
      return Effect.andThen(
        node.syncNow,
        Effect.suspend(() => (node.isTrusted() ? findTrusted(digest) : Effect.fail(syncTooSlow)))
      )
    }
  })
})

const syncTooSlow = new StorageUnavailable({
  operation: "check a key",
  cause: "a sync took longer than its answer may be trusted"
})

export const layer = (keysMax = defaultKeysMax): Layer.Layer<KeyCache, never, LedgerNode | KeyDirectory> =>
  Layer.effect(KeyCache, make(keysMax))
