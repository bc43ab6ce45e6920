import { Console, Effect, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { readWitnessPolicy, type WitnessPolicy } from "../../infra/audit/WitnessPolicy.ts"
import { holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { inFolder } from "../audit/TreeUnusable.ts"
import { type Asked, askWitnesses, failuresOf } from "../audit/witness/AskWitnesses.ts"
import { cosignedBy } from "../audit/witness/CosignedBy.ts"
import { Settings } from "../Config.ts"
import { json } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** There is no policy, or the file has none that can be read. */
class PolicyUnusable extends Schema.TaggedError<PolicyUnusable>()("PolicyUnusable", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** Fewer witnesses cosigned than the policy demands. */
class QuorumMissed extends Schema.TaggedError<QuorumMissed>()("QuorumMissed", {
  cosigned: Schema.Int,
  witnesses: Schema.Int
}) {
  override get message(): string {
    return `${this.cosigned} of ${this.witnesses} witnesses cosigned, which is no quorum of the policy`
  }
}

export const policy = Flag.String("policy").pipe(
  Flag.withDescription("a file with witnesses and a quorum, as C2SP tlog-policy has it; default: AUDIT_WITNESSES"),
  Flag.optional
)

/** The policy of the flag, else that of the settings, else none. */
export const policyIn = Effect.fnUntraced(function* (file: Option.Option<string>) {
  if (Option.isNone(file)) return Option.map((yield* Settings).audit.witnesses, (settings) => settings.policy)
  const path = file.value
  const text = yield* Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: (cause) => new PolicyUnusable({ reason: `--policy: ${String(cause)}` })
  })
  const read = readWitnessPolicy(text)
  if (typeof read === "string") return yield* new PolicyUnusable({ reason: `--policy: ${path}: ${read}` })
  return Option.some(read)
})

/** What did not come of it, on standard error. */
export const sayFailures = (asked: ReadonlyArray<Asked>) =>
  Effect.forEach(failuresOf(asked), (failure) => Console.error(failure), { discard: true })

const cosignersOf = (folder: TreeFolder, witnesses: WitnessPolicy) =>
  inFolder(folder.root, () =>
    cosignedBy(
      witnesses,
      Option.getOrElse(folder.checkpoint(), () => "")
    )
  )

export const witnessCommand = Command.make(
  "witness",
  {
    folder: Argument.String("folder").pipe(Argument.withDescription("where the tree is")),
    policy,
    json
  },
  Effect.fn(
    function* (flags) {
      const found = yield* policyIn(flags.policy)
      if (Option.isNone(found))
        return yield* new PolicyUnusable({
          reason: "no witnesses are named: set AUDIT_WITNESSES, or give --policy FILE"
        })
      const folder = yield* inFolder(flags.folder, () => new TreeFolder(flags.folder))
      yield* holdLock(join(flags.folder, ".lock"))
      const asked = yield* askWitnesses(folder, found.value)
      for (const { result, witness } of asked) {
        const cosigned = Option.flatten(Result.getSuccess(result))
        if (Option.isNone(cosigned)) continue
        const { size } = cosigned.value
        const time = new Date(cosigned.value.time * 1_000).toISOString()
        yield* Console.log(
          flags.json
            ? JSON.stringify({ witness: witness.name, size, time })
            : `${witness.name} cosigned ${size} entries at ${time}`
        )
      }
      yield* sayFailures(asked)
      const { cosigners, isQuorum } = yield* cosignersOf(folder, found.value)
      const witnesses = found.value.witnesses.length
      if (!isQuorum) return yield* new QuorumMissed({ cosigned: cosigners.length, witnesses })
    },
    Effect.scoped,
    withStores
  )
).pipe(
  Command.withDescription("Ask the witnesses of the policy to cosign the newest checkpoint of the tree in a folder")
)
