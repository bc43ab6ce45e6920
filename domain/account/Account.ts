import { Array, Result, Schema } from "effect"
import type { Decider } from "../Decider.ts"
import type { KeyId } from "../key/KeyEvent.ts"
import type { PlanName } from "../key/Plan.ts"
import type { AccountEvent, SessionId, WebhookDigest } from "./AccountEvent.ts"

/** Keys of an account that may be active at one time. */
export const activeKeysMax = 5

/** Sessions of an account that may be open at one time; a further one ends the oldest. */
export const openSessionsMax = 20

interface Registered {
  readonly status: "active" | "inactive"
  readonly plan: PlanName
  readonly verified: boolean
  readonly passwordVersion: number
  /** open ones, the oldest first; one that ran out may still be among them */
  readonly sessions: ReadonlyArray<SessionId>
  readonly keys: ReadonlyArray<KeyId>
  /** what its owner asks for in place of `plan`; `null`: nothing, or it was answered */
  readonly requestedPlan: PlanName | null
  /** how often a webhook was set or removed */
  readonly webhookChanges: number
}

interface Deleted {
  readonly status: "deleted"
  /** what is personal of it is gone */
  readonly erased: boolean
}

/** What a decision about an account needs to know. */
export type AccountState = { readonly status: "absent" } | Deleted | Registered

export type AccountCommand =
  | { readonly _tag: "RegisterAccount"; readonly plan: PlanName }
  | { readonly _tag: "VerifyEmail" }
  /** `version`: that of the password in force, plus one */
  | { readonly _tag: "ChangePassword"; readonly version: number; readonly by: "password" | "reset" }
  /** `failed`: wrong passwords for the address since the last sign-in */
  | { readonly _tag: "SignIn"; readonly session: SessionId; readonly failed: number }
  | { readonly _tag: "SignOut"; readonly session: SessionId }
  | { readonly _tag: "RevokeSessions"; readonly sessions: ReadonlyArray<SessionId> }
  /** `active`: how many keys of the account are active now */
  | { readonly _tag: "AddKey"; readonly key: KeyId; readonly active: number }
  | { readonly _tag: "RequestPlan"; readonly plan: PlanName }
  | { readonly _tag: "ChangeAccountPlan"; readonly plan: PlanName }
  | { readonly _tag: "DeactivateAccount"; readonly reason: string }
  | { readonly _tag: "ActivateAccount" }
  /** `change`: which change of the webhook it is; the first is 1. One that is not the next changes nothing. */
  | { readonly _tag: "SetWebhook"; readonly endpoint: WebhookDigest; readonly change: number }
  | { readonly _tag: "RemoveWebhook"; readonly change: number }
  | { readonly _tag: "DeleteAccount" }
  /** how much was personal of the deleted account, and is gone */
  | ({ readonly _tag: "RecordErasure" } & ErasedOfAccount)

/** Rows beside the log that were erased with an account. */
export interface ErasedOfAccount {
  readonly origins: number
  readonly keyNames: number
  readonly failedAuthentications: number
}

/**
 * Why a command on an account is refused. `unknown`: never registered · `taken`: the id is another account's · `deleted`:
 * it was deleted · `not-deleted`: it was not · `inactive`: it is deactivated · `too-many-keys`: it has as many active keys as it may have.
 */
export class AccountRejected extends Schema.TaggedError<AccountRejected>()("AccountRejected", {
  reason: Schema.Literals(["unknown", "taken", "deleted", "not-deleted", "inactive", "too-many-keys"])
}) {
  override get message(): string {
    return `the account refuses it: ${this.reason}`
  }
}

type Decision = Result.Result<ReadonlyArray<AccountEvent>, AccountRejected>

const accept = (...events: ReadonlyArray<AccountEvent>): Decision => Result.succeed(events)
const reject = (reason: AccountRejected["reason"]): Decision => Result.fail(new AccountRejected({ reason }))

type Later = Exclude<AccountCommand, { readonly _tag: "RegisterAccount" }>

/** Whatever only an account in use may do. */
const decideActive = (state: Registered, command: Later): Decision => {
  switch (command._tag) {
    case "VerifyEmail":
      return state.verified ? accept() : accept({ _tag: "EmailVerified" })
    case "ChangePassword":
      return command.version <= state.passwordVersion
        ? accept()
        : accept({ _tag: "PasswordChanged", version: command.version, by: command.by })
    case "SignIn":
      return signIn(state, command)
    case "AddKey":
      if (state.keys.includes(command.key)) return accept()
      return command.active >= activeKeysMax
        ? reject("too-many-keys")
        : accept({ _tag: "AccountKeyAdded", key: command.key })
    case "RequestPlan":
      return command.plan === state.plan || command.plan === state.requestedPlan
        ? accept()
        : accept({ _tag: "PlanRequested", plan: command.plan })
    case "SetWebhook":
      return isNextChange(state, command) ? accept({ _tag: "WebhookSet", endpoint: command.endpoint }) : accept()
    default:
      return decideAlways(state, command)
  }
}

const isNextChange = ({ webhookChanges }: Registered, { change }: { readonly change: number }): boolean =>
  change === webhookChanges + 1

const signIn = (state: Registered, { failed, session }: AccountCommand & { readonly _tag: "SignIn" }): Decision => {
  if (state.sessions.includes(session)) return accept()
  const signedIn: AccountEvent = { _tag: "SignedIn", session }
  return failed > 0 ? accept({ _tag: "SignInFailed", attempts: failed }, signedIn) : accept(signedIn)
}

/** What a deactivated account may, too. */
const decideAlways = (state: Registered, command: Later): Decision => {
  switch (command._tag) {
    case "SignOut":
      return state.sessions.includes(command.session)
        ? accept({ _tag: "SignedOut", session: command.session })
        : accept()
    case "RevokeSessions": {
      const open = state.sessions.filter((session) => command.sessions.includes(session))
      return Array.isReadonlyArrayNonEmpty(open) ? accept({ _tag: "SessionsRevoked", sessions: open }) : accept()
    }
    case "ChangeAccountPlan":
      return state.plan === command.plan ? accept() : accept({ _tag: "AccountPlanChanged", plan: command.plan })
    case "DeactivateAccount":
      return state.status === "inactive" ? accept() : accept({ _tag: "AccountDeactivated", reason: command.reason })
    case "ActivateAccount":
      return state.status === "active" ? accept() : accept({ _tag: "AccountActivated" })
    case "RemoveWebhook":
      return isNextChange(state, command) ? accept({ _tag: "WebhookRemoved" }) : accept()
    case "DeleteAccount":
      return accept({ _tag: "AccountDeleted" })
    case "RecordErasure":
      return reject("not-deleted")
    default:
      return reject("inactive")
  }
}

const decideDeleted = ({ erased }: Deleted, command: Later): Decision => {
  switch (command._tag) {
    case "DeleteAccount":
      return accept()
    case "RecordErasure":
      return erased ? accept() : accept({ ...command, _tag: "PersonalDataErased" })
    default:
      return reject("deleted")
  }
}

const without = (sessions: ReadonlyArray<SessionId>, ended: ReadonlyArray<SessionId>): ReadonlyArray<SessionId> =>
  sessions.filter((session) => !ended.includes(session))

const evolve = (state: Registered, event: AccountEvent): AccountState => {
  switch (event._tag) {
    case "EmailVerified":
      return { ...state, verified: true }
    case "PasswordChanged":
      return { ...state, passwordVersion: event.version }
    case "SignedIn":
      return { ...state, sessions: [...state.sessions, event.session].slice(-openSessionsMax) }
    case "SignedOut":
      return { ...state, sessions: without(state.sessions, [event.session]) }
    case "SessionsRevoked":
      return { ...state, sessions: without(state.sessions, event.sessions) }
    case "AccountKeyAdded":
      return { ...state, keys: [...state.keys, event.key] }
    case "PlanRequested":
      return { ...state, requestedPlan: event.plan }
    case "AccountPlanChanged":
      return { ...state, plan: event.plan, requestedPlan: null }
    case "AccountDeactivated":
      return { ...state, status: "inactive", sessions: [] }
    case "AccountActivated":
      return { ...state, status: "active" }
    case "AccountDeleted":
      return { status: "deleted", erased: false }
    case "WebhookSet":
    case "WebhookRemoved":
      return { ...state, webhookChanges: state.webhookChanges + 1 }
    case "AccountRegistered":
    case "PersonalDataErased":
    case "SignInFailed":
      return state
  }
}

const isRegistered = (state: AccountState): state is Registered =>
  state.status === "active" || state.status === "inactive"

export const Account: Decider<AccountState, AccountCommand, AccountEvent, AccountRejected> = {
  initial: { status: "absent" },
  decide: (state, command) => {
    if (command._tag === "RegisterAccount") {
      if (state.status === "absent") return accept({ _tag: "AccountRegistered", plan: command.plan })
      return isRegistered(state) && state.plan === command.plan ? accept() : reject("taken")
    }
    if (state.status === "absent") return reject("unknown")
    if (state.status === "deleted") return decideDeleted(state, command)
    return state.status === "active" ? decideActive(state, command) : decideAlways(state, command)
  },
  evolve: (state, event) => {
    if (event._tag === "AccountRegistered" && state.status === "absent") {
      return {
        status: "active",
        plan: event.plan,
        verified: false,
        passwordVersion: 1,
        sessions: [],
        keys: [],
        requestedPlan: null,
        webhookChanges: 0
      }
    }
    if (event._tag === "PersonalDataErased" && state.status === "deleted") return { ...state, erased: true }
    return isRegistered(state) ? evolve(state, event) : state
  }
}
