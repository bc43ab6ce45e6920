import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import {
  copyFileSync,
  existsSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, fooddataWith, start, startService } from "../support/ServiceProcess.ts"

const search = (url: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
    return { status: response.status, text: await response.text() }
  })

/** Every event of the log by its id and its checksum, which is over all of it. */
const eventsOf = (folder: string) =>
  Effect.map(fooddata(folder, "events", "export"), ({ stdout }) =>
    Array.from(stdout.matchAll(/^\{"id":"([\w-]+)".*"checksum":"(\w+)"/gm), ([, id, checksum]) => `${id} ${checksum}`)
  )

/** A data directory with foods and a key, and a passphrase beside it. */
const prepared = Effect.gen(function* () {
  const root = yield* temporaryFolder
  const [folder, restored, passphrase] = [join(root, "data"), join(root, "restored"), join(root, "passphrase")]
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(passphrase, "correct horse battery\n")
  assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
  return { root, folder, restored, passphrase, file: join(root, "backup") }
})

/** Completes as soon as the path is there; the folder above its own must be. */
const appears = (path: string) =>
  Effect.callback<void>((resume) => {
    const watchers: Array<FSWatcher> = []
    const look = () => {
      if (existsSync(path)) return resume(Effect.void)
      if (watchers.length === 1 && existsSync(dirname(path))) watchers.push(watch(dirname(path), look))
    }
    watchers.push(watch(dirname(dirname(path)), look))
    look()
    return Effect.sync(() => {
      for (const watcher of watchers) watcher.close()
    })
  })

describe("fooddata backup and restore", () => {
  it.live(
    "bring a service back as it was at one moment, though it was used and written meanwhile",
    () =>
      Effect.gen(function* () {
        const { file, folder, passphrase, restored } = yield* prepared
        const service = yield* startService(folder)
        const key = service.firstKey ?? ""
        const before = yield* search(service.url, key)
        assert.strictEqual(before.status, 200)
        const uses = yield* Effect.forkChild(Effect.forever(search(service.url, key)))
        const imported = yield* Effect.forkChild(fooddata(folder, "import", "off", "data/off.jsonl.gz"))
        const made = yield* fooddata(folder, "backup", file, "--passphrase-file", passphrase)
        assert.deepStrictEqual([made.code, made.stderr], [0, ""])
        assert.match(made.stdout, /^Backed up into .+: \d+ events up to position \d+, .+ with the pepper of its keys/)
        yield* Fiber.interrupt(uses)
        yield* Fiber.join(imported)
        yield* service.stop("SIGTERM")
        assert.strictEqual(statSync(file).mode & 0o077, 0)
        assert.notInclude(readFileSync(file, "latin1"), "Milk", "what is sealed cannot be read")

        const verified = yield* fooddata(restored, "restore", file, "--passphrase-file", passphrase, "--verify-only")
        assert.strictEqual(verified.code, 0, verified.stderr)
        assert.deepStrictEqual(readdirSync(restored), ["backup.lock"], "nothing of it is kept")
        const done = yield* fooddata(restored, "restore", file, "--passphrase-file", passphrase)
        assert.strictEqual(done.code, 0, done.stderr)
        const events = yield* eventsOf(restored)
        assert.isAbove(events.length, 500)
        assert.deepStrictEqual(events, (yield* eventsOf(folder)).slice(0, events.length))
        const again = yield* startService(restored)
        assert.isUndefined(again.firstKey)
        assert.deepStrictEqual((yield* search(again.url, key)).status, 200)
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "a backup that was changed is refused, as is another passphrase, and nothing is restored",
    () =>
      Effect.gen(function* () {
        const { file, folder, passphrase, restored, root } = yield* prepared
        const sealed = `${file}.sealed`
        assert.strictEqual((yield* fooddata(folder, "backup", file)).code, 0)
        assert.strictEqual((yield* fooddata(folder, "backup", sealed, "--passphrase-file", passphrase)).code, 0)
        const damaged = join(root, "damaged")
        for (const original of [file, sealed]) {
          const bytes = readFileSync(original)
          bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1)
          writeFileSync(damaged, bytes)
          const result = yield* fooddata(restored, "restore", damaged, "--passphrase-file", passphrase)
          assert.strictEqual(result.code, 1, result.stdout)
          assert.match(result.stderr, /^fooddata: the backup cannot be used: /)
          assert.deepStrictEqual(readdirSync(restored), ["serve.lock"])
        }
        writeFileSync(passphrase, "another passphrase\n")
        const wrong = yield* fooddata(restored, "restore", sealed, "--passphrase-file", passphrase)
        assert.include(wrong.stderr, "the passphrase is another one")
        assert.include((yield* fooddata(restored, "restore", sealed)).stderr, "--passphrase-file FILE opens it")
        assert.include((yield* fooddata(restored, "restore", "README.md")).stderr, "no backup of fooddata")
        assert.strictEqual((yield* fooddata(restored, "restore", file)).code, 0)
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "nothing is overwritten: neither a file that is there, nor a directory in use, nor one that a service serves",
    () =>
      Effect.gen(function* () {
        const { file, folder, restored } = yield* prepared
        assert.strictEqual((yield* fooddata(folder, "backup", file)).code, 0)
        const again = yield* fooddata(folder, "backup", file)
        assert.strictEqual(again.code, 1)
        assert.include(again.stderr, "is there already")
        const over = yield* fooddata(folder, "restore", file)
        assert.strictEqual(over.code, 1)
        assert.include(over.stderr, "restore into an empty directory")
        yield* startService(restored)
        assert.include((yield* fooddata(restored, "restore", file)).stderr, "stop it first")
      }).pipe(Effect.scoped)
  )

  it.live("a damaged log is not backed up, and what is damaged is said", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* prepared
      const db = new DatabaseSync(join(folder, "events.db"))
      db.exec("UPDATE events SET actor = 'clj' WHERE position = 7")
      db.close()
      const made = yield* fooddata(folder, "backup", file)
      assert.strictEqual(made.code, 1)
      assert.match(made.stderr, /the log is damaged: .+ its checksum does not fit/)
      assert.deepStrictEqual(
        readdirSync(dirname(file)).filter((name) => name.startsWith("backup")),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.live("SIGKILL in the middle leaves no backup that is half, and no directory that is half restored", () =>
    Effect.gen(function* () {
      const { file, folder, passphrase, restored, root } = yield* prepared
      const before = readdirSync(root)
      const backup = yield* start(folder, ["backup", file, "--passphrase-file", passphrase])
      yield* appears(join(folder, "backup-work", "events.db"))
      backup.child.kill("SIGKILL")
      yield* Deferred.await(backup.ended)
      assert.deepStrictEqual(readdirSync(root), before, "nothing beside the file that is not sealed")
      writeFileSync(`${file}.partial`, "what a backup that was killed later had written")
      assert.strictEqual((yield* fooddata(folder, "backup", file)).code, 0, "the same name is good again")
      assert.deepStrictEqual(readdirSync(root).toSorted(), [...before, "backup"].toSorted())
      assert.isFalse(existsSync(join(folder, "backup-work")))

      mkdirSync(restored, { mode: 0o700 })
      const restore = yield* start(restored, ["restore", file])
      yield* appears(join(restored, "restore.partial"))
      restore.child.kill("SIGKILL")
      yield* Deferred.await(restore.ended)
      const refused = yield* fooddata(restored, "import", "curated", "data/curated.jsonl")
      assert.include(refused.stderr, "a restore was cut off")
      const done = yield* fooddata(restored, "restore", file)
      assert.strictEqual(done.code, 0, done.stderr)
      assert.deepStrictEqual(yield* eventsOf(restored), yield* eventsOf(folder))
    }).pipe(Effect.scoped)
  )

  it.live("a restore that ended between its files begins anew, and nothing is served before", () =>
    Effect.gen(function* () {
      const { file, folder, restored } = yield* prepared
      yield* fooddata(folder, "key", "issue", "--plan", "starter")
      assert.strictEqual((yield* fooddata(folder, "backup", file)).code, 0)
      mkdirSync(join(restored, "restore.partial"), { recursive: true, mode: 0o700 })
      copyFileSync(join(folder, "pepper"), join(restored, "pepper"))
      copyFileSync(join(folder, "events.db"), join(restored, "events.db"))
      assert.include((yield* fooddata(restored, "serve")).stderr, "a restore was cut off")
      const done = yield* fooddata(restored, "restore", file)
      assert.strictEqual(done.code, 0, done.stderr)
      assert.isFalse(existsSync(join(restored, "restore.partial")))
      assert.strictEqual((yield* fooddata(restored, "log", "verify")).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("what another log has left in the directory is refused by name", () =>
    Effect.gen(function* () {
      const { file, folder, restored } = yield* prepared
      assert.strictEqual((yield* fooddata(folder, "backup", file)).code, 0)
      mkdirSync(restored, { mode: 0o700 })
      for (const name of ["events.db-wal", "off-deltas.json"]) {
        writeFileSync(join(restored, name), "left behind")
        const refused = yield* fooddata(restored, "restore", file)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.stderr, `has ${name}: restore into an empty directory`)
        rmSync(join(restored, name))
      }
    }).pipe(Effect.scoped)
  )

  it.live("keys that would be unknown after a restore are noticed before it", () =>
    Effect.gen(function* () {
      const { file, folder, restored } = yield* prepared
      const given = { settings: { KEY_PEPPER: "a pepper of at least thirty-two bytes" } }
      const other = { settings: { KEY_PEPPER: "another pepper of at least thirty-two bytes" } }
      yield* fooddataWith(folder, given, "key", "issue", "--plan", "starter")
      // of a time before the setting
      writeFileSync(join(folder, "pepper"), Buffer.alloc(32, 7))
      const made = yield* fooddataWith(folder, given, "backup", file)
      assert.include(made.stdout, "without the pepper of its keys, which is a setting")
      assert.include((yield* fooddata(restored, "restore", file)).stderr, "set KEY_PEPPER to what it was")
      const wrong = yield* fooddataWith(restored, other, "restore", file)
      assert.include(wrong.stderr, "KEY_PEPPER is not the pepper of the backup")
      const done = yield* fooddataWith(restored, given, "restore", file)
      assert.strictEqual(done.code, 0, done.stderr)
      assert.isFalse(existsSync(join(restored, "pepper")))
      rmSync(join(folder, "pepper"))
      assert.include((yield* fooddata(folder, "backup", `${file}.2`)).stdout, "without a pepper")
    }).pipe(Effect.scoped)
  )
})
