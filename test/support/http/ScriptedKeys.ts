import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { createHash } from "node:crypto"
import { KeyDigest, KeyId } from "../../../domain/key/KeyEvent.ts"
import { makeKey, prefixOf } from "../../../domain/key/KeyToken.ts"
import type { PlanName } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { KeyCommands, KeyGone } from "../../../src/commands/KeyCommands.ts"
import { KeyCache } from "../../../src/metering/KeyCache.ts"

const digestOf = (key: string): KeyDigest =>
  Schema.decodeSync(KeyDigest)(createHash("sha256").update(key).digest("base64url"))

/** A well-formed key; every name gives another one. */
export const keyNamed = (name: string): string => makeKey(createHash("sha256").update(name).digest("hex").slice(0, 34))

export interface KeyScript {
  readonly records: Map<string, KeyRecord>
  /** digests that were looked up, in order */
  readonly lookups: Array<string>
  failure: "none" | "down"
}

const record = (name: string, plan: PlanName, active = true): readonly [string, KeyRecord] => {
  const key = keyNamed(name)
  const keyId = Schema.decodeSync(KeyId)(`key_${name.toLowerCase().padEnd(12, "0")}`)
  const digest = digestOf(key)
  return [
    digest,
    {
      keyId,
      digest,
      prefix: prefixOf(key),
      plan,
      role: "client",
      active,
      accountId: null,
      name: "",
      version: 1,
      issuedAt: 0
    }
  ]
}

/** One active key for each plan, named after it, and `revoked`, which is not active. */
export const keyScript = (): KeyScript => ({
  records: new Map([
    record("sandbox", "sandbox"),
    record("developer", "developer"),
    record("starter", "starter"),
    record("growth", "growth"),
    record("business", "business"),
    record("rotating", "developer"),
    record("revoked", "growth", false)
  ]),
  lookups: [],
  failure: "none"
})

const down = new StorageUnavailable({ operation: "key look-up", cause: new Error("disk gone") })

/** A key directory in memory whose failures a test can ask for. */
export const scriptedKeys = (script: KeyScript): Layer.Layer<KeyCache | KeyCommands | KeyHasher> =>
  Layer.mergeAll(
    Layer.succeed(KeyHasher, KeyHasher.of({ digest: digestOf })),
    Layer.mock(KeyCache, {
      holds: (digest) => script.lookups.includes(digest) && script.records.has(digest),
      find: (digest) =>
        Effect.suspend(() => {
          script.lookups.push(digest)
          return script.failure === "down"
            ? Effect.fail(down)
            : Effect.succeed(Option.fromUndefinedOr(script.records.get(digest)))
        })
    }),
    Layer.mock(KeyCommands, {
      rotate: (old) =>
        Effect.suspend(() => {
          if (!script.records.delete(old.digest)) return Effect.fail(new KeyGone())
          const key = keyNamed(`${old.digest} rotated`)
          const prefix = prefixOf(key)
          script.records.set(digestOf(key), { ...old, digest: digestOf(key), prefix })
          return Effect.succeed({ key: Redacted.make(key), prefix })
        })
    })
  )
