import { Result, Schema } from "effect"
import type { Decider } from "../Decider.ts"
import type { KeyDigest, KeyEvent, KeyPrefix, KeyRole } from "./KeyEvent.ts"
import type { PlanName } from "./Plan.ts"

/** What a decision about a key needs to know. The key itself is nowhere: a digest stands for it. */
export type ApiKeyState =
  | { readonly status: "absent" }
  | {
      readonly status: "active" | "inactive"
      readonly digest: KeyDigest
      readonly plan: PlanName
      /** how often its owner gave it another name; the names are beside the log */
      readonly renamings: number
    }

export type ApiKeyCommand =
  | {
      readonly _tag: "IssueKey"
      readonly accountId: string | null
      readonly digest: KeyDigest
      readonly prefix: KeyPrefix
      readonly plan: PlanName
      readonly role: KeyRole
    }
  /** `presented` is the digest of the key that asks: only the key in force can be rotated away */
  | {
      readonly _tag: "RotateKey"
      readonly presented: KeyDigest
      readonly digest: KeyDigest
      readonly prefix: KeyPrefix
    }
  /** `renaming`: which of the key it is; the first is 1 */
  | { readonly _tag: "RenameKey"; readonly renaming: number }
  | { readonly _tag: "ChangePlan"; readonly plan: PlanName }
  | { readonly _tag: "DeactivateKey"; readonly reason: string }
  | { readonly _tag: "ActivateKey" }

/**
 * Why a command on a key is refused. `unknown`: never issued · `taken`: the id is another key's · `superseded`: the
 * presented key was rotated away · `inactive`: the key is deactivated.
 */
export class KeyRejected extends Schema.TaggedError<KeyRejected>()("KeyRejected", {
  reason: Schema.Literals(["unknown", "taken", "superseded", "inactive"])
}) {}

type Decision = Result.Result<ReadonlyArray<KeyEvent>, KeyRejected>

const accept = (...events: ReadonlyArray<KeyEvent>): Decision => Result.succeed(events)
const reject = (reason: KeyRejected["reason"]): Decision => Result.fail(new KeyRejected({ reason }))

const issue = (state: ApiKeyState, command: ApiKeyCommand & { readonly _tag: "IssueKey" }): Decision => {
  const { _tag, ...facts } = command
  if (state.status === "absent") return accept({ _tag: "KeyIssued", ...facts })
  return state.digest === command.digest ? accept() : reject("taken")
}

const rotate = (
  state: ApiKeyState & { readonly status: "active" | "inactive" },
  command: ApiKeyCommand & { readonly _tag: "RotateKey" }
): Decision => {
  if (state.digest === command.digest) return accept()
  if (state.digest !== command.presented) return reject("superseded")
  if (state.status === "inactive") return reject("inactive")
  return accept({ _tag: "KeyRotated", digest: command.digest, prefix: command.prefix })
}

export const ApiKey: Decider<ApiKeyState, ApiKeyCommand, KeyEvent, KeyRejected> = {
  initial: { status: "absent" },
  decide: (state, command) => {
    if (command._tag === "IssueKey") return issue(state, command)
    if (state.status === "absent") return reject("unknown")
    switch (command._tag) {
      case "RotateKey":
        return rotate(state, command)
      case "RenameKey":
        return command.renaming === state.renamings + 1 ? accept({ _tag: "KeyRenamed" }) : accept()
      case "ChangePlan":
        return state.plan === command.plan ? accept() : accept({ _tag: "KeyPlanChanged", plan: command.plan })
      case "DeactivateKey":
        return state.status === "inactive" ? accept() : accept({ _tag: "KeyDeactivated", reason: command.reason })
      case "ActivateKey":
        return state.status === "active" ? accept() : accept({ _tag: "KeyActivated" })
    }
  },
  evolve: (state, event) => {
    if (event._tag === "KeyIssued") {
      const { digest, plan } = event
      return { status: "active", digest, plan, renamings: 0 }
    }
    if (state.status === "absent") return state
    switch (event._tag) {
      case "KeyRotated":
        return { ...state, digest: event.digest }
      case "KeyRenamed":
        return { ...state, renamings: state.renamings + 1 }
      case "KeyPlanChanged":
        return { ...state, plan: event.plan }
      case "KeyDeactivated":
        return { ...state, status: "inactive" }
      case "KeyActivated":
        return { ...state, status: "active" }
    }
  }
}
