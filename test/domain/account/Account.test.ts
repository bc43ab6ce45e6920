import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { fold } from "../../../domain/Decider.ts"
import { Account, type AccountCommand, type AccountState, activeKeysMax } from "../../../domain/account/Account.ts"
import { type AccountEvent, SessionId, WebhookDigest } from "../../../domain/account/AccountEvent.ts"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import { deciderLaws } from "../../support/DeciderLaws.ts"

const [first, second] = [SessionId.make("ses_000000000001"), SessionId.make("ses_000000000002")]
const [laptop, server] = [KeyId.make("key_000000000001"), KeyId.make("key_000000000002")]

const registered: AccountEvent = { _tag: "AccountRegistered", plan: "developer" }
const signedIn = (session: SessionId): AccountEvent => ({ _tag: "SignedIn", session })
const deactivated: AccountEvent = { _tag: "AccountDeactivated", reason: "abuse" }

const given = (...events: ReadonlyArray<AccountEvent>) => ({
  when: (command: AccountCommand) => Account.decide(fold(Account.evolve, Account.initial, events), command)
})
const outcome = (result: ReturnType<typeof Account.decide>) =>
  Result.isFailure(result) ? result.failure.reason : result.success.map(({ _tag }) => _tag)

describe("Account", () => {
  it("wrong passwords are told with the next sign-in, as a number", () => {
    const signIn = given(registered).when({ _tag: "SignIn", session: first, failed: 7 })
    assert.deepStrictEqual(signIn, Result.succeed([{ _tag: "SignInFailed", attempts: 7 }, signedIn(first)]))
    assert.deepStrictEqual(outcome(given(registered).when({ _tag: "SignIn", session: first, failed: 0 })), ["SignedIn"])
  })

  it("only sessions that are open are revoked", () =>
    assert.deepStrictEqual(
      given(registered, signedIn(first)).when({ _tag: "RevokeSessions", sessions: [second, first] }),
      Result.succeed([{ _tag: "SessionsRevoked", sessions: [first] }])
    ))

  it("a sixth active key is refused, a further one after a deactivation is not", () => {
    const held = given(registered, { _tag: "AccountKeyAdded", key: laptop })
    assert.strictEqual(outcome(held.when({ _tag: "AddKey", key: server, active: activeKeysMax })), "too-many-keys")
    assert.deepStrictEqual(outcome(held.when({ _tag: "AddKey", key: server, active: activeKeysMax - 1 })), [
      "AccountKeyAdded"
    ])
  })

  it("nobody signs in to a deactivated account, gets a key of it or changes its password; its sessions are over", () => {
    const inactive = given(registered, signedIn(first), deactivated)
    for (const command of [
      { _tag: "SignIn", session: second, failed: 0 },
      { _tag: "AddKey", key: laptop, active: 0 },
      { _tag: "ChangePassword", version: 2, by: "reset" },
      { _tag: "VerifyEmail" }
    ] as const) {
      assert.strictEqual(outcome(inactive.when(command)), "inactive", command._tag)
    }
    assert.deepStrictEqual(outcome(inactive.when({ _tag: "SignOut", session: first })), [])
  })

  it("a deleted account stays deleted, whatever is asked", () => {
    const deleted = given(registered, { _tag: "AccountDeleted" })
    assert.strictEqual(outcome(deleted.when({ _tag: "ActivateAccount" })), "deleted")
    assert.strictEqual(outcome(deleted.when({ _tag: "RegisterAccount", plan: "developer" })), "taken")
    assert.deepStrictEqual(outcome(deleted.when({ _tag: "DeleteAccount" })), [])
  })

  it("what is personal is erased of a deleted account alone, and once", () => {
    const erase = { _tag: "RecordErasure", origins: 2, keyNames: 1, failedAuthentications: 0 } as const
    assert.strictEqual(outcome(given(registered).when(erase)), "not-deleted")
    const erased = { ...erase, _tag: "PersonalDataErased" } as const
    assert.deepStrictEqual(given(registered, { _tag: "AccountDeleted" }).when(erase), Result.succeed([erased]))
    assert.deepStrictEqual(outcome(given(registered, { _tag: "AccountDeleted" }, erased).when(erase)), [])
  })

  it("a change of the webhook that is not the next changes nothing, however often it is asked", () => {
    assert.deepStrictEqual(outcome(given(registered).when({ _tag: "RemoveWebhook", change: 2 })), [])
    const once = given(registered, { _tag: "WebhookRemoved" })
    assert.deepStrictEqual(outcome(once.when({ _tag: "RemoveWebhook", change: 1 })), [])
    assert.deepStrictEqual(outcome(once.when({ _tag: "RemoveWebhook", change: 2 })), ["WebhookRemoved"])
  })

  it("of two changes of the password that were made on the same one, the second changes nothing", () =>
    assert.deepStrictEqual(
      outcome(
        given(registered, { _tag: "PasswordChanged", version: 2, by: "reset" }).when({
          _tag: "ChangePassword",
          version: 2,
          by: "password"
        })
      ),
      []
    ))
})

const Session = Schema.Literals([first, second])
const Plan = Schema.Literals(["developer", "growth"])
const Command = Schema.Union([
  Schema.Struct({ _tag: Schema.tag("RegisterAccount"), plan: Plan }),
  Schema.Struct({ _tag: Schema.tag("VerifyEmail") }),
  Schema.Struct({
    _tag: Schema.tag("ChangePassword"),
    version: Schema.Literals([2, 3]),
    by: Schema.Literals(["password", "reset"])
  }),
  Schema.Struct({ _tag: Schema.tag("SignIn"), session: Session, failed: Schema.Literals([0, 2]) }),
  Schema.Struct({ _tag: Schema.tag("SignOut"), session: Session }),
  Schema.Struct({ _tag: Schema.tag("RevokeSessions"), sessions: Schema.Array(Session).check(Schema.isMaxLength(2)) }),
  Schema.Struct({
    _tag: Schema.tag("AddKey"),
    key: Schema.Literals([laptop, server]),
    active: Schema.Literals([0, 4, 5])
  }),
  Schema.Struct({ _tag: Schema.tag("RequestPlan"), plan: Plan }),
  Schema.Struct({ _tag: Schema.tag("ChangeAccountPlan"), plan: Plan }),
  Schema.Struct({ _tag: Schema.tag("DeactivateAccount"), reason: Schema.Literal("abuse") }),
  Schema.Struct({ _tag: Schema.tag("ActivateAccount") }),
  Schema.Struct({
    _tag: Schema.tag("SetWebhook"),
    endpoint: Schema.Literals(["A", "B"].map((letter) => WebhookDigest.make(letter.repeat(43)))),
    change: Schema.Literals([1, 2])
  }),
  Schema.Struct({ _tag: Schema.tag("RemoveWebhook"), change: Schema.Literals([1, 2]) }),
  Schema.Struct({ _tag: Schema.tag("DeleteAccount") }),
  Schema.Struct({
    _tag: Schema.tag("RecordErasure"),
    origins: Schema.Literal(3),
    keyNames: Schema.Literals([0, 1]),
    failedAuthentications: Schema.Literal(0)
  })
])

deciderLaws<AccountState, AccountCommand, AccountEvent, unknown>("Account", Account, Arbitrary.schema(Command))
