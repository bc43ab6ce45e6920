import { Option } from "effect"
import type { Finding } from "../../../domain/ports/LogInspection.ts"
import { parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { Cosigned } from "../../../infra/audit/Cosigned.ts"
import type { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import type { WitnessPolicy } from "../../../infra/audit/WitnessPolicy.ts"
import type { NoteVerifier } from "../../../infra/crypto/SignedNote.ts"
import type { KeptNote } from "../VerifyTree.ts"
import { cosignedBy, type Cosigner } from "./CosignedBy.ts"

/** Who of the policy has cosigned one checkpoint. */
export interface CosignedCheckpoint {
  /** where it was kept */
  readonly name: string
  /** leaves */
  readonly size: number
  readonly cosigners: ReadonlyArray<Cosigner>
  /** of the policy */
  readonly witnesses: number
}

export interface VerifiedCosignatures {
  readonly statements: ReadonlyArray<CosignedCheckpoint>
  readonly findings: ReadonlyArray<Finding>
  /** the newest that was cosigned, which the tree must continue */
  readonly kept: ReadonlyArray<KeptNote>
}

const sizeOf = ({ note }: KeptNote): number => parseCheckpoint(note)?.size ?? 0

const noQuorum = "no checkpoint of this folder has the cosignatures of a quorum, see docs/audit.md"

/**
 * Who cosigned the checkpoints of a folder, and those that were kept elsewhere. Whether the tree continues them is for `verifyTree` to
 * say. Throws what the file system does.
 */
export const verifyCosigned = (
  folder: TreeFolder,
  log: NoteVerifier,
  policy: Option.Option<WitnessPolicy>,
  keptElsewhere: ReadonlyArray<KeptNote>
): VerifiedCosignatures => {
  const kept = Option.toArray(new Cosigned(folder).newest()).map((note) => ({ name: "cosigned", note }))
  if (Option.isNone(policy)) return { statements: [], findings: [], kept }
  const own = [...Option.toArray(folder.checkpoint()).map((note) => ({ name: "checkpoint", note })), ...kept]
  const { logs, witnesses } = policy.value
  const all = [...own, ...keptElsewhere].map((each) => ({ ...each, by: cosignedBy(policy.value, each.note) }))
  const findings = all.flatMap(({ by, name }) =>
    by.wrong.map((witness) => ({ place: name, problem: `the cosignature of ${witness} does not hold` }))
  )
  if (logs.length > 0 && !logs.some(({ text }) => text === log.text))
    findings.push({ place: "policy", problem: `does not have the log ${log.text}` })
  if (!all.slice(0, own.length).some(({ by }) => by.isQuorum)) findings.push({ place: "checkpoint", problem: noQuorum })
  const statements = all.map(({ by, name, note }) => ({
    name,
    size: sizeOf({ name, note }),
    cosigners: by.cosigners,
    witnesses: witnesses.length
  }))
  return { statements, findings, kept }
}
