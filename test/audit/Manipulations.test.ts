import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import {
  type AuditedLog,
  auditedLog,
  copyOf,
  findingsOf,
  keyOf,
  manipulate,
  signTree
} from "../support/audit/AuditedLog.ts"

class Audited extends Context.Service<Audited, AuditedLog>()("test/audit/Audited") {}
const audited = Layer.effect(Audited, auditedLog)

const shiftFrom = (db: DatabaseSync, position: number, by: number): void => {
  db.prepare("UPDATE events SET position = -position WHERE position >= ?").run(position)
  db.prepare("UPDATE events SET position = -position + ? WHERE position < 0").run(by)
}

const swap = (db: DatabaseSync, one: number, other: number): void => {
  const move = db.prepare("UPDATE events SET position = ? WHERE position = ?")
  move.run(-1, one)
  move.run(one, other)
  move.run(other, -1)
}

const positionOf = (db: DatabaseSync, where: string): number =>
  Number(db.prepare(`SELECT min(position) AS position FROM events WHERE ${where}`).get()?.["position"])

const insert = (db: DatabaseSync, position: number, stream: string, version: number, data: string): void => {
  db.prepare(
    `INSERT INTO events (position, category, stream_id, stream_version, type, data, command_id, actor, recorded_at, checksum)
     VALUES (?, ?, ?, ?, 'KeyPlanChanged', ?, 'forged', 'operator:alice', 1763600000000, '')`
  ).run(position, stream.slice(0, stream.indexOf("-")), stream, version, data)
}

const update = (set: string, where: string) => (db: DatabaseSync) => {
  db.prepare(`UPDATE events SET ${set} WHERE ${where}`).run()
  return positionOf(db, where) - 1
}

const remove = (where: string) => (db: DatabaseSync) => {
  const position = positionOf(db, where)
  db.prepare(`DELETE FROM events WHERE ${where}`).run()
  return position - 1
}

const last = "position = (SELECT max(position) FROM events)"

/** What is done to the log, with its checksums made right; the entry that is the first wrong one, and what it is called. */
const manipulations: ReadonlyArray<readonly [string, (db: DatabaseSync) => number, RegExp]> = [
  [
    "a plan is raised",
    update(`data = '{"plan":"business"}'`, "position = 4"),
    /^edited: KeyPlanChanged .* another data/
  ],
  ["a digest is another's", update(`data = replace(data, 'BBBB', 'CCCC')`, "position = 3"), /^edited: KeyRotated/],
  [
    "a key changes hands",
    update(
      `data = replace(data, 'acc_000000000007', 'acc_000000000001')`,
      "stream_id = 'key-key_000000000007' AND stream_version = 1"
    ),
    /^edited: KeyIssued/
  ],
  [
    "a type is another",
    update("type = 'KeyDeactivated', data = '{\"reason\":\"\"}'", "position = 30"),
    /^edited: .* another type/
  ],
  ["somebody else did it", update("actor = 'operator:bob'", "position = 17"), /^edited: .* another actor$/],
  [
    "it was done at another time",
    update("recorded_at = recorded_at - 86400000", "position = 44"),
    /^edited: .* another time$/
  ],
  [
    "refused calls are fewer",
    update(`data = replace(data, '"calls":9', '"calls":1')`, "stream_id LIKE 'usage-key_000000000008-%'"),
    /^edited: CallsRefused/
  ],
  [
    "a food has more protein",
    update("data = replace(data, '3.15', '9.15')", "category = 'product'"),
    /^edited: ProductListed/
  ],
  ["the first event", remove("position = 1"), /^deleted: AccountRegistered/],
  ["a rotation", remove("stream_id = 'key-key_000000000020' AND stream_version = 2"), /^deleted: KeyRotated/],
  [
    "a plan change at the end of a stream",
    remove("stream_id = 'key-key_000000000020' AND stream_version = 3"),
    /^deleted: KeyPlanChanged/
  ],
  ["all of a key", remove("stream_id = 'key-key_000000000031'"), /^deleted: KeyIssued/],
  ["usage of a key", remove("stream_id LIKE 'usage-key_000000000040-%'"), /^deleted: CallsRefused/],
  ["an account", remove("stream_id = 'account-acc_000000000050'"), /^deleted: AccountRegistered/],
  ["a product", remove("category = 'product'"), /^deleted: ProductListed/],
  ["the last event", remove(last), /^truncated: .* CallsRefused of usage-key_000000000059/],
  ["the last hundred", remove("position > 201"), /^truncated: the log has 201 of 301 events/],
  [
    "a plan change is slipped in",
    (db) => {
      shiftFrom(db, 100, 1)
      insert(db, 100, `key-${keyOf(3)}`, 4, '{"plan":"business"}')
      return 99
    },
    /^inserted: KeyPlanChanged of key-key_000000000003 version 4/
  ],
  [
    "an event stands before the first",
    (db) => {
      shiftFrom(db, 1, 1)
      insert(db, 1, "key-key_zzzzzzzzzzzz", 1, '{"plan":"business"}')
      return 0
    },
    /^inserted: /
  ],
  [
    "an event takes the place of another",
    (db) => {
      db.prepare("DELETE FROM events WHERE position = 60").run()
      insert(db, 60, "key-key_zzzzzzzzzzzz", 1, '{"plan":"business"}')
      return 59
    },
    /^replaced: /
  ],
  [
    "neighbours change places",
    (db) => {
      swap(db, 70, 71)
      return 69
    },
    /^reordered: /
  ],
  [
    "two far from one another change places",
    (db) => {
      swap(db, 5, 290)
      return 4
    },
    /^reordered: /
  ],
  [
    "the last comes first",
    (db) => {
      shiftFrom(db, 1, 1)
      db.prepare(`UPDATE events SET position = 1 WHERE ${last}`).run()
      return 0
    },
    /^reordered: /
  ],
  [
    "two streams change names",
    (db) => {
      const rename = db.prepare("UPDATE events SET stream_id = ? WHERE stream_id = ?")
      rename.run("key-x", `key-${keyOf(10)}`)
      rename.run(`key-${keyOf(10)}`, `key-${keyOf(11)}`)
      rename.run(`key-${keyOf(11)}`, "key-x")
      return positionOf(db, `stream_id = 'key-${keyOf(11)}'`) - 1
    },
    /^reordered: |^edited: /
  ],
  [
    "two versions of a stream change places",
    (db) => {
      const set = db.prepare("UPDATE events SET stream_version = ? WHERE stream_id = ? AND stream_version = ?")
      const stream = `key-${keyOf(12)}`
      set.run(99, stream, 2)
      set.run(2, stream, 3)
      set.run(3, stream, 99)
      return positionOf(db, `stream_id = '${stream}' AND stream_version = 3`) - 1
    },
    /^reordered: |^edited: /
  ]
]

layer(audited, { excludeTestServices: true })("With a copy of the signed tree elsewhere", (it) => {
  it.effect("a log that nobody touched is what was signed", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      assert.strictEqual(log.size, 301)
      assert.deepStrictEqual(yield* findingsOf(yield* copyOf(log), log.mirror, log.kept), [])
    })
  )

  it.effect.each(manipulations)("%s: found at its first wrong entry", ([, change, named]) =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      let entry = -1
      manipulate(folder, (db) => void (entry = change(db)))
      for (const tree of [join(folder, "tree"), log.mirror]) {
        const [first = ""] = yield* findingsOf(folder, tree)
        assert.match(first, new RegExp(`^entry ${entry}\\b`))
        assert.match(first.slice(first.indexOf(": ") + 2), named)
      }
    })
  )

  it.effect.each([
    ["an event of the second half", "position = 250", "whole: rewritten: among entries 151 to 300"],
    ["an event of the first half", "position = 20", "half: rewritten: among entries 0 to 150"]
  ] as const)("%s is edited, and the tree made again with the real key: a kept checkpoint tells", ([, where, said]) =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      manipulate(folder, update("actor = 'operator:bob'", where))
      rmSync(join(folder, "tree"), { recursive: true })
      yield* signTree(folder)
      const tree = join(folder, "tree")
      assert.deepStrictEqual(yield* findingsOf(folder, tree), [], "without what was kept nothing shows")
      const [first = ""] = yield* findingsOf(folder, tree, log.kept)
      assert.include(first, said)
      const [named = ""] = yield* findingsOf(folder, log.mirror)
      assert.match(named, /another actor$/)
    })
  )

  it.effect("an older copy of the log, which then went on otherwise, is found", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      manipulate(folder, (db) => {
        db.prepare("DELETE FROM events WHERE position > ?").run(log.half)
        for (let i = 1; i <= 200; i++)
          insert(db, log.half + i, `key-key_${String(i).padStart(12, "y")}`, 1, '{"plan":"growth"}')
      })
      rmSync(join(folder, "tree"), { recursive: true })
      yield* signTree(folder)
      const [kept = ""] = yield* findingsOf(folder, join(folder, "tree"), log.kept)
      assert.match(kept, /^whole: rewritten: among entries 151 to 300/)
      const [mirrored = ""] = yield* findingsOf(folder, log.mirror)
      assert.match(mirrored, /^entry 151\b.*replaced: /)
    })
  )
})
