import { Effect, Redacted } from "effect"
import { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { SandboxKeys, sandboxKeyLifeMs } from "../../commands/SandboxKeys.ts"
import type { PageCookie } from "../layout/PageResponse.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { keyOfCookie, sandboxCookie, sandboxCookieName } from "./SandboxCookie.ts"

/** A key, or why there is none. */
export type VisitorKey =
  | { readonly _tag: "Key"; readonly key: string }
  | { readonly _tag: "UsedUp"; readonly retryAfterSeconds: number }
  | { readonly _tag: "Unavailable" }

/** The sandbox key of a visitor: the one of the cookie, or a new one. */
export const visitorKeys = Effect.gen(function* () {
  const hasher = yield* KeyHasher
  const sandbox = yield* SandboxKeys

  return {
    /** The key that the visitor came with; `null`: none yet */
    kept: ({ cookies, isEncrypted }: PageRequest): string | null =>
      keyOfCookie(hasher.digest, cookies[sandboxCookieName(isEncrypted)]),

    issue: ({ exchange }: PageRequest): Effect.Effect<VisitorKey> =>
      sandbox.issue(limitedBy(exchange.address)).pipe(
        Effect.map((issued): VisitorKey => ({ _tag: "Key", key: Redacted.value(issued.key) })),
        Effect.catchTag("SandboxKeysUsedUp", ({ retryAfterSeconds }) =>
          Effect.succeed<VisitorKey>({ _tag: "UsedUp", retryAfterSeconds })
        ),
        Effect.catchTag("EventUndecodable", (error) => Effect.die(error)),
        Effect.catch((error) =>
          Effect.as(Effect.logWarning("no sandbox key could be issued", error), { _tag: "Unavailable" } as const)
        )
      ),

    /** What keeps the key with the visitor, for as long as it is good. */
    cookie: ({ isEncrypted }: PageRequest, key: string): PageCookie => ({
      name: sandboxCookieName(isEncrypted),
      value: sandboxCookie(hasher.digest, key),
      options: {
        path: "/",
        sameSite: "lax",
        httpOnly: true,
        secure: isEncrypted,
        maxAge: `${sandboxKeyLifeMs / 1_000} seconds`
      }
    })
  }
})
