import { Effect, Layer, Schema } from "effect"
import { copyFileSync, cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { accountStream, keyStream, productStream, refusalStream } from "../../../domain/EventEnvelope.ts"
import { AccountId } from "../../../domain/account/AccountEvent.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { ProductEvent } from "../../../domain/product/ProductEvent.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import { makeCommitter } from "../../../infra/crypto/EventCommitment.ts"
import { makeSigner, type NoteSigner } from "../../../infra/crypto/SignedNote.ts"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { checksumOfRow } from "../../../infra/sqlite/EventRows.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import { extendTree } from "../../../src/audit/ExtendTree.ts"
import { type KeptNote, verifyTree } from "../../../src/audit/VerifyTree.ts"
import { temporaryFolder } from "../EmbeddedStores.ts"

/** Keys, each with a stream of its own, and with it accounts, products and usage. */
const keyCount = 60

const signerFrom = (name: string, byte: number): NoteSigner => {
  const signer = makeSigner(name, new Uint8Array(32).fill(byte))
  if (signer === undefined) throw new Error("the name is none")
  return signer
}

export const signer = signerFrom("food.example/audit", 7)
/** of somebody else, under the same name */
export const forger = signerFrom("food.example/audit", 8)

const digestOf = (n: number) => Schema.decodeSync(KeyDigest)(`BBBB${String(n).padStart(39, "0")}`)
const prefixOf = (n: number) => Schema.decodeSync(KeyPrefix)(`fdb_${String(n).padStart(6, "0")}`)
export const keyOf = (n: number) => Schema.decodeSync(KeyId)(`key_${String(n).padStart(12, "0")}`)
const accountOf = (n: number) => Schema.decodeSync(AccountId)(`acc_${String(n).padStart(12, "0")}`)
const day = Schema.decodeSync(UsageDay)("2026-11-20")

const listed = Schema.decodeUnknownSync(Schema.fromJsonString(ProductEvent))(
  readFileSync(new URL("../../fixtures/events/ProductListed.curated.json", import.meta.url), "utf8")
)

export const logIn = (folder: string) =>
  SqliteEventLog.layer.pipe(Layer.provide(AppendSignal.layer), Layer.provide(eventsFile(join(folder, "events.db"))))

export const onLog = <A, E>(folder: string, work: Effect.Effect<A, E, EventLog>) =>
  Effect.provide(work, logIn(folder), { local: true })

export const rotatedTo = (n: number) => ({ _tag: "KeyRotated", digest: digestOf(n), prefix: prefixOf(n) }) as const

export const appendKey = Effect.fnUntraced(function* (n: number) {
  const log = yield* EventLog
  const meta = (name: string) => ({ commandId: `${name}-${n}`, actor: "operator:alice" }) as const
  const issued = {
    _tag: "KeyIssued",
    role: "client",
    accountId: accountOf(n),
    digest: digestOf(n),
    prefix: prefixOf(n),
    plan: "developer"
  } as const
  const calls = [{ operation: "search", window: "day", calls: n + 1 }] as const
  yield* log.append(
    [
      {
        streamId: accountStream(accountOf(n)),
        expectedVersion: 0,
        events: [{ _tag: "AccountRegistered", plan: "developer" }]
      },
      { streamId: keyStream(keyOf(n)), expectedVersion: 0, events: [issued] }
    ],
    meta("issue")
  )
  yield* log.append(
    [{ streamId: keyStream(keyOf(n)), expectedVersion: 1, events: [rotatedTo(n + 500)] }],
    meta("rotate")
  )
  yield* log.append(
    [{ streamId: keyStream(keyOf(n)), expectedVersion: 2, events: [{ _tag: "KeyPlanChanged", plan: "growth" }] }],
    meta("plan")
  )
  yield* log.append(
    [
      {
        streamId: refusalStream(keyOf(n), "node", day),
        expectedVersion: 0,
        events: [{ _tag: "CallsRefused", node: "node", hour: 1, refused: calls }]
      }
    ],
    meta("usage")
  )
  if (n === 0 && listed._tag === "ProductListed") {
    const id = Schema.decodeSync(ProductId)("c_milk_whole")
    yield* log.append([{ streamId: productStream(id), expectedVersion: 0, events: [listed] }], meta("list"))
  }
})

export interface AuditedLog {
  /** has `events.db` and the tree in `tree` */
  readonly folder: string
  /** a copy of the tree as it was signed, out of reach of who can write the folder */
  readonly mirror: string
  /** the checkpoint after half of the events, and the last one */
  readonly kept: ReadonlyArray<KeptNote>
  readonly half: number
  readonly size: number
}

const treeOf = (folder: string) => new TreeFolder(join(folder, "tree"))

export const signTree = (folder: string, by = signer) => onLog(folder, extendTree(treeOf(folder), by))

/** A log, signed when it was half as long, and now. */
export const auditedLog = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const append = (from: number, to: number) =>
    onLog(
      folder,
      Effect.forEach(
        Array.from({ length: to - from }, (_, i) => from + i),
        appendKey,
        { discard: true }
      )
    )
  yield* append(0, keyCount / 2)
  const half = yield* signTree(folder)
  yield* append(keyCount / 2, keyCount)
  const whole = yield* signTree(folder)
  const mirror = yield* temporaryFolder
  cpSync(join(folder, "tree"), mirror, { recursive: true })
  const kept = [
    { name: "half", note: half.note },
    { name: "whole", note: whole.note }
  ]
  const made: AuditedLog = { folder, mirror, kept, half: half.size, size: whole.size }
  return made
})

/** A copy that may be manipulated. */
export const copyOf = Effect.fnUntraced(function* ({ folder }: AuditedLog) {
  const copy = yield* temporaryFolder
  copyFileSync(join(folder, "events.db"), join(copy, "events.db"))
  cpSync(join(folder, "tree"), join(copy, "tree"), { recursive: true })
  return copy
})

const columns = "position, category, stream_id, stream_version, type, data, command_id, actor, recorded_at"

/** Writes the database as whoever has it can: the checksums of all rows are those of what they say then, or as they were. */
export const manipulate = (folder: string, change: (db: DatabaseSync) => void, isChecksummed = true): void => {
  const db = new DatabaseSync(join(folder, "events.db"))
  try {
    change(db)
    if (!isChecksummed) return
    const update = db.prepare("UPDATE events SET checksum = ? WHERE position = ?")
    for (const row of db.prepare(`SELECT ${columns} FROM events`).all())
      update.run(checksumOfRow(row), Number(row["position"]))
  } finally {
    db.close()
  }
}

/** What is found, `place: problem`, by the tree in `tree` and the checkpoints that were kept. */
export const findingsOf = (folder: string, tree: string, kept: ReadonlyArray<KeptNote> = []) =>
  onLog(folder, verifyTree(new TreeFolder(tree), signer, makeCommitter(signer.seed), kept)).pipe(
    Effect.map(({ findings }) => findings.map(({ place, problem }) => `${place}: ${problem}`))
  )
