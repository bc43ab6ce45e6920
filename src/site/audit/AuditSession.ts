import { Clock, Duration, Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { isWellFormedKey, prefixOf } from "../../../domain/key/KeyToken.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { FailureCounts } from "../../commands/audit/FailureCounts.ts"
import { KeyCache } from "../../metering/KeyCache.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { auditCookie, auditCookieLifeMs, auditCookieName, readAuditCookie } from "./AuditCookie.ts"

const isAuditors = ({ active, role }: KeyRecord): boolean => active && role === "auditor"

const attributes = ({ isEncrypted }: PageRequest) =>
  ({ path: "/", httpOnly: true, secure: isEncrypted, sameSite: "strict" }) as const

/** Who has opened the pages of the audit: by the key of an auditor, for a working day, or until it is rotated. */
export const auditSession = Effect.gen(function* () {
  const hasher = yield* KeyHasher
  const keys = yield* KeyCache
  const failures = yield* FailureCounts

  return {
    /** The key that the visitor opened the pages with, if it is still in force. */
    visitor: Effect.fnUntraced(function* ({ cookies, isEncrypted }: PageRequest) {
      const visit = readAuditCookie(hasher.digest, cookies[auditCookieName(isEncrypted)])
      if (visit === null || visit.until < (yield* Clock.currentTimeMillis)) return Option.none<KeyRecord>()
      return Option.filter(yield* keys.find(visit.digest), isAuditors)
    }),
    /** The key that was typed in, if it is that of an auditor. */
    opened: Effect.fnUntraced(function* ({ exchange }: PageRequest, key: string) {
      const from = limitedBy(exchange.address)
      if (!isWellFormedKey(key)) {
        failures.note({ kind: "malformed-key", from })
        return Option.none<KeyRecord>()
      }
      const found = yield* keys.find(hasher.digest(key))
      // a client's key is in force: it is refused here, and no failed authentication
      if (!Option.exists(found, ({ active }) => active)) {
        const account = Option.isSome(found) ? found.value.accountId : null
        failures.note({ kind: "invalid-key", prefix: prefixOf(key), from, account })
      }
      return Option.filter(found, isAuditors)
    }),
    /** Gives the browser the cookie that opens the pages. */
    begin: Effect.fnUntraced(function* (
      asked: PageRequest,
      response: HttpServerResponse.HttpServerResponse,
      { digest }: KeyRecord
    ) {
      const until = (yield* Clock.currentTimeMillis) + auditCookieLifeMs
      const value = auditCookie(hasher.digest, { digest, until })
      return HttpServerResponse.setCookieUnsafe(response, auditCookieName(asked.isEncrypted), value, {
        ...attributes(asked),
        maxAge: Duration.millis(auditCookieLifeMs)
      })
    }),
    end: (asked: PageRequest, response: HttpServerResponse.HttpServerResponse) =>
      HttpServerResponse.setCookieUnsafe(response, auditCookieName(asked.isEncrypted), "", {
        ...attributes(asked),
        maxAge: Duration.zero
      })
  }
})
