import { Schema } from "effect"
import { createHash, createHmac } from "node:crypto"
import { provesInclusion } from "../../../domain/audit/MerkleTree.ts"
import { parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { type NoteVerifier, openNote } from "../../../infra/crypto/SignedNote.ts"
import { treeHasher } from "../../../infra/crypto/TreeHasher.ts"

const Opening = Schema.fromJsonString(
  Schema.Struct({
    entry: Schema.fromJsonString(Schema.Struct({ id: Schema.String, type: Schema.String, data: Schema.String })),
    salt: Schema.String,
    event: Schema.Struct({
      stream: Schema.String,
      version: Schema.Int,
      type: Schema.String,
      command: Schema.String,
      actor: Schema.String,
      recorded_at: Schema.Int,
      data: Schema.String
    })
  })
)
const Entry = Schema.fromJsonString(Schema.Struct({ entry: Schema.String }))

/** What the owner of a receipt reads in it, or what is wrong with it. */
export const openReceipt = (log: NoteVerifier, receipt: string) => {
  const [head, note] = [receipt.slice(0, receipt.indexOf("\n\n")), receipt.slice(receipt.indexOf("\n\n") + 2)]
  const [first, extra = "", index = "", ...proof] = head.split("\n")
  if (first !== "c2sp.org/tlog-proof@v1" || !extra.startsWith("extra ")) return "no receipt"
  const text = Buffer.from(extra.slice("extra ".length), "base64").toString("utf8")
  const checkpoint = parseCheckpoint(openNote(log, note) ?? "")
  if (checkpoint === undefined) return "not signed"
  const { entry, event, salt } = Schema.decodeSync(Opening)(text)
  const leaf = {
    hash: treeHasher.leaf(Schema.decodeSync(Entry)(text).entry),
    index: Number(index.slice("index ".length))
  }
  const hashes = proof.map((line) => Buffer.from(line, "base64"))
  if (!provesInclusion(treeHasher, leaf, checkpoint, hashes)) return "not in the tree"
  const { actor, command, data, recorded_at, stream, type, version } = event
  const fields = [stream, version, type, command, actor, recorded_at, data].join("\n")
  const digest = createHash("sha256").update(fields).digest("hex")
  const commitment = createHmac("sha256", Buffer.from(salt, "hex")).update(digest).digest("hex")
  return commitment === entry.data ? { ...event, id: entry.id, note, size: checkpoint.size } : "another event"
}
