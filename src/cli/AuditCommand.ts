import { Console, Effect, Option, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { LogInspection } from "../../domain/ports/LogInspection.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { auditKey } from "../../infra/crypto/AuditKey.ts"
import { makeCommitter } from "../../infra/crypto/EventCommitment.ts"
import { holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import { askWitnesses } from "../audit/witness/AskWitnesses.ts"
import { type CosignedCheckpoint, verifyCosigned } from "../audit/witness/VerifyCosigned.ts"
import { extendTree } from "../audit/ExtendTree.ts"
import { proveEvent } from "../audit/ProveEvent.ts"
import { inFolder } from "../audit/TreeUnusable.ts"
import { type KeptNote, verifyTree } from "../audit/VerifyTree.ts"
import { auditKeyPath } from "../roles/AuditTrees.ts"
import { policy, policyIn, sayFailures, witnessCommand } from "./AuditWitnessCommand.ts"
import { auditServeCommand } from "./AuditServeCommand.ts"
import { receiptCommand } from "./AuditReceiptCommand.ts"
import { trailCommands } from "./AuditTrailCommands.ts"
import { json } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** The log is not what was signed. */
export class LogManipulated extends Schema.TaggedError<LogManipulated>()("LogManipulated", { count: Schema.Int }) {
  override get message(): string {
    return `${this.count} ${this.count === 1 ? "finding" : "findings"}: the log is not what was signed, see docs/audit.md`
  }
}

const treeFolder = Argument.String("folder").pipe(Argument.withDescription("where the tree is, or is to be"))

const keyFile = Flag.String("key-file").pipe(
  Flag.withDescription("the key of the tree; default: AUDIT_KEY_FILE, or audit-key in the data directory"),
  Flag.optional
)

const signerIn = Effect.fnUntraced(function* (file: Option.Option<string>, origin: Option.Option<string>) {
  const path = yield* auditKeyPath
  return yield* auditKey(
    Option.getOrElse(file, () => path),
    Option.getOrNull(origin)
  )
})

const key = Command.make(
  "key",
  {
    keyFile,
    origin: Flag.String("origin").pipe(
      Flag.withDescription("the name of the log, which no other has, such as food.example/audit; makes the key once"),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* (flags) {
    const { text } = yield* signerIn(flags.keyFile, flags.origin)
    yield* Console.log(flags.json ? JSON.stringify({ key: text }) : text)
  }, withStores)
).pipe(Command.withDescription("Print the public key by which anybody checks the tree; with --origin, make the key"))

/** What one checkpoint is worth, in words. */
const cosignedText = ({ cosigners, name, size, witnesses }: CosignedCheckpoint): string => {
  const who = cosigners.map(({ time, witness }) => `${witness} at ${time}`).join(", ")
  return `${name}: ${cosigners.length} of ${witnesses} witnesses cosigned ${size} entries${who === "" ? "" : `: ${who}`}`
}

const open = (folder: string) => inFolder(folder, () => new TreeFolder(folder))

const extend = Command.make(
  "extend",
  {
    folder: treeFolder,
    keyFile,
    every: Flag.Int("every").pipe(
      Flag.withDescription("seconds, 1 to 3600: go on so until interrupted"),
      Flag.filter(
        (seconds) => seconds >= 1 && seconds <= 3_600,
        () => "1 to 3600 seconds"
      ),
      Flag.optional
    ),
    policy,
    json
  },
  Effect.fn(
    function* (flags) {
      const signer = yield* signerIn(flags.keyFile, Option.none())
      const policy = yield* policyIn(flags.policy)
      const folder = yield* open(flags.folder)
      yield* inFolder(flags.folder, () => folder.make())
      yield* holdLock(join(flags.folder, ".lock"))
      let signed = -1
      const once = Effect.gen(function* () {
        const { added, note, size } = yield* extendTree(folder, signer)
        if (Option.isSome(policy)) yield* sayFailures(yield* askWitnesses(folder, policy.value))
        if (size === signed) return
        signed = size
        yield* Console.log(flags.json ? JSON.stringify({ size, added, note }) : `${size} entries, ${added} of them new`)
      })
      if (Option.isNone(flags.every)) return yield* once
      return yield* once.pipe(Effect.andThen(Effect.sleep(flags.every.value * 1_000)), Effect.forever)
    },
    Effect.scoped,
    withStores,
    Effect.provideService(SqliteMemory, boundedMemory)
  )
).pipe(
  Command.withDescription("Append what is new in the event log to the tree in a folder, and sign it"),
  Command.withExamples([
    { command: "fooddata audit extend /srv/audit", description: "once; by a timer, for instance" },
    { command: "fooddata audit extend /srv/audit --every 30", description: "until it is stopped" }
  ])
)

/** The checkpoints of a file, or of all files of a folder. */
const notesIn = (path: string): ReadonlyArray<KeptNote> =>
  lstatSync(path).isDirectory()
    ? readdirSync(path).map((name) => ({ name: join(path, name), note: readFileSync(join(path, name), "utf8") }))
    : [{ name: path, note: readFileSync(path, "utf8") }]

const verify = Command.make(
  "verify",
  {
    folder: treeFolder,
    keyFile,
    checkpoint: Flag.String("checkpoint").pipe(
      Flag.withDescription("a checkpoint that was kept elsewhere, or a folder of some"),
      Flag.optional
    ),
    policy,
    json
  },
  Effect.fn(
    function* (flags) {
      const signer = yield* signerIn(flags.keyFile, Option.none())
      const policy = yield* policyIn(flags.policy)
      const folder = yield* open(flags.folder)
      const kept = Option.isNone(flags.checkpoint)
        ? []
        : yield* inFolder(flags.checkpoint.value, () => notesIn(Option.getOrElse(flags.checkpoint, () => "")))
      const cosigned = yield* inFolder(flags.folder, () => verifyCosigned(folder, signer, policy, kept))
      const notes = [...kept, ...cosigned.kept]
      const verified = yield* verifyTree(folder, signer, makeCommitter(signer.seed), notes)
      const inspected = yield* Stream.runCollect((yield* LogInspection).findings)
      const findings = [...verified.findings, ...cosigned.findings, ...inspected]
      for (const finding of findings) {
        yield* Console.log(flags.json ? JSON.stringify(finding) : `${finding.place}: ${finding.problem}`)
      }
      if (findings.length > 0) return yield* new LogManipulated({ count: findings.length })
      const { later, size } = verified
      const { statements } = cosigned
      if (flags.json) return yield* Console.log(JSON.stringify({ size, later, cosigned: statements }))
      yield* Console.log(`${size} events are what was signed; ${later} came later`)
      for (const statement of statements) yield* Console.log(cosignedText(statement))
    },
    withStores,
    Effect.provideService(SqliteMemory, boundedMemory)
  )
).pipe(Command.withDescription("Check the whole event log against the tree in a folder, and what else was kept of it"))

const prove = Command.make(
  "prove",
  {
    event: Argument.String("event").pipe(
      Argument.withDescription('the event, as "id" of fooddata events export names it')
    ),
    folder: treeFolder,
    out: Flag.String("out").pipe(
      Flag.withDescription("a file for the proof; its name ends with .tlog-proof"),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ event, out, ...flags }) {
    const { entry, text } = yield* proveEvent(yield* open(flags.folder), event)
    if (Option.isSome(out)) yield* inFolder(out.value, () => writeFileSync(out.value, text))
    if (flags.json) return yield* Console.log(JSON.stringify({ entry, proof: text }))
    yield* Console.log(Option.isSome(out) ? entry : text)
  })
).pipe(Command.withDescription("Prove that an event is in the signed tree, to somebody who has no other part of it"))

export const auditCommand = Command.make("audit").pipe(
  Command.withDescription(
    "Read the audit trail, and keep a signed tree of all events, which shows whether the log was changed"
  ),
  Command.withSubcommands([
    ...trailCommands,
    extend,
    verify,
    prove,
    receiptCommand,
    key,
    witnessCommand,
    auditServeCommand
  ])
)
