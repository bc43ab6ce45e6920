import { assert, describe, it } from "@effect/vitest"
import type { AccountKey } from "../../../src/commands/accounts/AccountKeys.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { type PlanName, plans } from "../../../domain/key/Plan.ts"
import { quotaWarnings } from "../../../src/site/account/QuotaWarnings.ts"
import { speech } from "../../../src/site/texts/Speech.ts"

const key = (requestsToday: number, plan: PlanName = "developer", active = true): AccountKey => ({
  key: {
    keyId: KeyId.make("key_0123456789ab"),
    digest: KeyDigest.make("d".repeat(43)),
    prefix: KeyPrefix.make("fdb_abcdef"),
    plan,
    role: "client",
    active,
    accountId: "acc_0123456789abcdef",
    name: "<b>",
    version: 1,
    issuedAt: 0
  },
  requestsToday,
  requestsThisHour: 0
})

const said = (...keys: ReadonlyArray<AccountKey>) => quotaWarnings(speech.en, keys).map(String)

describe("the warning above the dashboard", () => {
  const daily = plans.developer.requestsPerDay ?? 0

  it.each([
    [daily * 0.8 - 1, null],
    [daily * 0.8, "has used 800 of its 1,000"],
    [daily - 1, "has used 999 of its 1,000"],
    [daily, "has used all of its 1,000 requests"],
    [daily + 5, "has used all of its 1,000 requests"]
  ] as const)("at %s of 1,000 requests: %s", (used, text) => {
    const [warning] = said(key(used))
    if (text === null) assert.isUndefined(warning)
    else assert.include(warning, text)
  })

  it("names the key as text, and is not given for a key that is deactivated or has no quota", () => {
    assert.include(said(key(900))[0], "&lt;b&gt;")
    assert.lengthOf(said(key(900), key(900, "developer", false), key(900_000, "business")), 1)
  })
})
