import { Effect, Option } from "effect"
import { resolve } from "node:path"
import { readWitnessPolicy } from "../../infra/audit/WitnessPolicy.ts"
import type { AuditSettings } from "../SettingsValues.ts"
import { loadPublicUrl } from "./MailConfig.ts"
import { matching, nonEmpty, setting, settingOr, whole } from "./Setting.ts"
import { invalid } from "./SettingsInvalid.ts"
import { fileNamed } from "./SettingsSources.ts"

/** As signed notes have names: no spaces, no plus sign. */
const origin = matching(/^[^\s+]{1,255}$/, "a name such as food.example/audit, without spaces and plus signs")

/** A quarter at least, or nobody could review one; ten years at most. */
const days = whole(92, 3_660)

const folder = (name: string) =>
  Effect.map(
    setting(name, nonEmpty),
    Option.map((path) => resolve(path))
  )

/** The file of the policy, and what it says. */
const loadWitnesses = Effect.gen(function* () {
  const file = yield* folder("AUDIT_WITNESSES")
  const text = yield* fileNamed("AUDIT_WITNESSES")
  if (Option.isNone(file) || Option.isNone(text)) return Option.none()
  const policy = readWitnessPolicy(text.value)
  if (typeof policy === "string") return yield* invalid(`AUDIT_WITNESSES: ${file.value}: ${policy}`)
  return Option.some({ file: file.value, policy })
})

/** What the processes of a cluster extend by turns must be signed by one key. */
export const loadAudit = Effect.fnUntraced(function* (isCluster: boolean) {
  const publicUrl = yield* loadPublicUrl
  const host = Option.match(publicUrl, { onNone: () => "localhost", onSome: (url) => new URL(url).host })
  const settings: AuditSettings = {
    retentionDays: yield* settingOr("AUDIT_RETENTION_DAYS", days, 400),
    tree: yield* folder("AUDIT_TREE"),
    keyFile: yield* folder("AUDIT_KEY_FILE"),
    origin: yield* setting("AUDIT_ORIGIN", origin),
    originOfNewKey: `${host}/audit`,
    checkpoints: yield* folder("AUDIT_CHECKPOINTS"),
    witnesses: yield* loadWitnesses
  }
  if (isCluster && Option.isSome(settings.tree) && Option.isNone(settings.keyFile)) {
    return yield* invalid(
      "AUDIT_KEY_FILE is not set: the processes of a cluster must sign AUDIT_TREE with the same key"
    )
  }
  if (Option.isSome(settings.checkpoints) && Option.isNone(settings.tree)) {
    return yield* invalid("AUDIT_CHECKPOINTS is set and AUDIT_TREE is not: there is nothing to keep checkpoints of")
  }
  return settings
})
