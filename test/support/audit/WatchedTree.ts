import { Effect, Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import { extendTree } from "../../../src/audit/ExtendTree.ts"
import { askWitness } from "../../../src/audit/witness/AskWitness.ts"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { appendKey, onLog, signer } from "./AuditedLog.ts"
import { policyFrom, startWitness } from "./WitnessServer.ts"

/** A log with a signed tree of five entries, and a witness that has seen nothing yet. */
export const watched = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const root = join(folder, "tree")
  const tree = new TreeFolder(root)
  const witness = yield* startWitness(signer, 21)
  const policy = policyFrom(`witness w ${witness.cosigner.text} ${witness.url}`, "quorum w")
  const [known] = policy.witnesses
  if (known === undefined) return yield* Effect.die("no witness")
  const sign = (by = signer) => onLog(folder, extendTree(tree, by))
  const grow = (n: number) => onLog(folder, appendKey(n)).pipe(Effect.andThen(sign()))
  yield* grow(1)
  const ask = Effect.result(askWitness(tree, known))
  /** why it did not cosign; `null`: it did, or there was nothing to ask */
  const refusal = Effect.map(ask, (result) => (Result.isFailure(result) ? result.failure.message : null))
  const checkpoint = () => readFileSync(join(root, "checkpoint"), "utf8")
  return { ...witness, folder, root, tree, witness: known, policy, sign, grow, ask, refusal, checkpoint }
})
