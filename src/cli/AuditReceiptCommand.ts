import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { writeFileSync } from "node:fs"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { auditKey } from "../../infra/crypto/AuditKey.ts"
import { makeCommitter } from "../../infra/crypto/EventCommitment.ts"
import { entryAt } from "../audit/Difference.ts"
import { findLeaf } from "../audit/ProveEvent.ts"
import { receiptOf } from "../audit/receipt/Receipt.ts"
import { inFolder } from "../audit/TreeUnusable.ts"
import { auditKeyPath } from "../roles/AuditTrees.ts"
import { json } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** The tree has the event, and the log has it no more. */
class EventGone extends Schema.TaggedError<EventGone>()("EventGone", { event: Schema.String }) {
  override get message(): string {
    return `the tree has the event ${this.event}, and the log does not: see fooddata audit verify`
  }
}

export const receiptCommand = Command.make(
  "receipt",
  {
    event: Argument.String("event").pipe(
      Argument.withDescription('the event, as "id" of fooddata events export names it')
    ),
    folder: Argument.String("folder").pipe(Argument.withDescription("where the tree is")),
    keyFile: Flag.String("key-file").pipe(
      Flag.withDescription("the key of the tree; default: AUDIT_KEY_FILE, or audit-key in the data directory"),
      Flag.optional
    ),
    out: Flag.String("out").pipe(
      Flag.withDescription("a file for the receipt; its name ends with .tlog-proof"),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ event, folder: path, keyFile, out, ...flags }) {
    const ownKey = yield* auditKeyPath
    const { seed } = yield* auditKey(
      Option.getOrElse(keyFile, () => ownKey),
      null
    )
    const folder = yield* inFolder(path, () => new TreeFolder(path))
    const leaf = yield* findLeaf(folder, event)
    const entry = yield* inFolder(path, () => entryAt(folder, leaf, folder.state().size))
    if (Option.isNone(entry)) return yield* new EventGone({ event })
    const written = yield* (yield* EventLog).readWritten(entry.value.stream, entry.value.version)
    if (Option.isNone(written)) return yield* new EventGone({ event })
    const { proof } = yield* receiptOf(folder, makeCommitter(seed), leaf, written.value)
    if (Option.isSome(out)) yield* inFolder(out.value, () => writeFileSync(out.value, proof, { mode: 0o600 }))
    if (flags.json) return yield* Console.log(JSON.stringify({ event, proof }))
    if (Option.isNone(out)) yield* Console.log(proof)
  }, withStores)
).pipe(
  Command.withDescription(
    "Prove that an event is in the signed tree, and what it says: for the owner of a key that was rotated, for instance"
  )
)
