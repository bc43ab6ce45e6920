import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { fold } from "../../../domain/Decider.ts"
import { ApiKey, type ApiKeyCommand, type ApiKeyState } from "../../../domain/key/ApiKey.ts"
import { KeyDigest, type KeyEvent, KeyPrefix, KeyRole } from "../../../domain/key/KeyEvent.ts"
import { PlanName } from "../../../domain/key/Plan.ts"

const digest = (letter: string) => KeyDigest.make(letter.repeat(43))
const prefix = KeyPrefix.make("fdb_abcdef")
const [first, second, third] = [digest("1"), digest("2"), digest("3")]

const issued: KeyEvent = {
  _tag: "KeyIssued",
  role: "client",
  accountId: null,
  digest: first,
  prefix,
  plan: "developer"
}
const rotated: KeyEvent = { _tag: "KeyRotated", digest: second, prefix }
const deactivated: KeyEvent = { _tag: "KeyDeactivated", reason: "leaked" }

const given = (...events: ReadonlyArray<KeyEvent>) => ({
  when: (command: ApiKeyCommand) => ApiKey.decide(fold(ApiKey.evolve, ApiKey.initial, events), command)
})
const rotate = (presented: KeyDigest, next: KeyDigest): ApiKeyCommand => ({
  _tag: "RotateKey",
  presented,
  digest: next,
  prefix
})
const reasonOf = (result: ReturnType<typeof ApiKey.decide>) =>
  Result.isFailure(result) ? result.failure.reason : "accepted"

describe("ApiKey", () => {
  it("rotation replaces the digest of the key in force", () =>
    assert.deepStrictEqual(given(issued).when(rotate(first, second)), Result.succeed([rotated])))

  it("of two rotations with the same old key, the second is refused", () =>
    assert.strictEqual(reasonOf(given(issued, rotated).when(rotate(first, third))), "superseded"))

  it("a deactivated key cannot be rotated", () =>
    assert.strictEqual(reasonOf(given(issued, deactivated).when(rotate(first, second))), "inactive"))

  it("a key that was never issued is unknown to every command but its issue", () => {
    for (const command of [
      rotate(first, second),
      { _tag: "ActivateKey" },
      { _tag: "ChangePlan", plan: "growth" }
    ] as const) {
      assert.strictEqual(reasonOf(given().when(command)), "unknown")
    }
  })

  it("an id is never given to a second key", () =>
    assert.strictEqual(
      reasonOf(
        given(issued).when({
          _tag: "IssueKey",
          role: "client",
          accountId: null,
          digest: second,
          prefix,
          plan: "growth"
        })
      ),
      "taken"
    ))

  it("rotation keeps plan and activity", () => {
    const state = fold(ApiKey.evolve, ApiKey.initial, [issued, { _tag: "KeyPlanChanged", plan: "growth" }, rotated])
    assert.deepStrictEqual(state, { status: "active", digest: second, plan: "growth", renamings: 0 })
  })
})

const Digest = Schema.Literals([first, second, third])
const Command = Schema.Union([
  Schema.Struct({
    _tag: Schema.tag("IssueKey"),
    role: KeyRole,
    accountId: Schema.Null,
    digest: Digest,
    prefix: Schema.Literal(prefix),
    plan: PlanName
  }),
  Schema.Struct({ _tag: Schema.tag("RenameKey"), renaming: Schema.Literals([1, 2]) }),
  Schema.Struct({ _tag: Schema.tag("RotateKey"), presented: Digest, digest: Digest, prefix: Schema.Literal(prefix) }),
  Schema.Struct({ _tag: Schema.tag("ChangePlan"), plan: PlanName }),
  Schema.Struct({ _tag: Schema.tag("DeactivateKey"), reason: Schema.String }),
  Schema.Struct({ _tag: Schema.tag("ActivateKey") })
])
const Commands = Schema.Array(Command).check(Schema.isMaxLength(12))

const apply = (state: ApiKeyState, command: ApiKeyCommand): ApiKeyState =>
  fold(
    ApiKey.evolve,
    state,
    Result.getOrElse(ApiKey.decide(state, command), () => [])
  )

describe("ApiKey, laws", () => {
  it.prop("a repeated command changes nothing more", [Commands, Command], ([history, command]) => {
    const before = history.reduce(apply, ApiKey.initial)
    const decision = ApiKey.decide(before, command)
    if (Result.isFailure(decision)) return
    const after = fold(ApiKey.evolve, before, decision.success)
    assert.deepStrictEqual(ApiKey.decide(after, command), Result.succeed([]))
  })

  it.prop("a digest that was rotated away never comes back by a command on the old key", [Commands], ([history]) => {
    let state: ApiKeyState = ApiKey.initial
    for (const command of history) {
      const before = state
      state = apply(state, command)
      if (command._tag !== "RotateKey" || before.status === "absent" || state.status === "absent") continue
      if (before.digest !== command.presented) assert.strictEqual(state.digest, before.digest)
    }
  })

  it.prop("an inactive key changes its digest by no command", [Commands], ([history]) => {
    let state: ApiKeyState = ApiKey.initial
    for (const command of history) {
      const before = state
      state = apply(state, command)
      if (before.status === "inactive" && state.status !== "absent") assert.strictEqual(state.digest, before.digest)
    }
  })
})
