import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, start, startService } from "../support/ServiceProcess.ts"

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

/** Completes as soon as the folder has an entry of that name. */
const appears = (path: string) =>
  Effect.callback<void>((resume) => {
    const look = () => {
      if (existsSync(path)) resume(Effect.void)
    }
    const watcher = watch(dirname(path), look)
    look()
    return Effect.sync(() => watcher.close())
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
        assert.isFalse(existsSync(restored))
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
    "a backup that was changed anywhere, or cut off, is refused, and nothing is restored",
    () =>
      Effect.gen(function* () {
        const { file, folder, passphrase, restored, root } = yield* prepared
        const sealed = `${file}.sealed`
        assert.strictEqual((yield* fooddata(folder, "backup", file)).code, 0)
        assert.strictEqual((yield* fooddata(folder, "backup", sealed, "--passphrase-file", passphrase)).code, 0)
        const damaged = join(root, "damaged")
        for (const original of [file, sealed]) {
          const bytes = readFileSync(original)
          const flipped = [3, 40, 200, bytes.length >> 1, bytes.length - 20].map((at) => {
            const copy = Buffer.from(bytes)
            copy.writeUInt8(copy.readUInt8(at) ^ 4, at)
            return copy
          })
          const others = [bytes.subarray(0, 10), bytes.subarray(0, -100), Buffer.concat([bytes, Buffer.from("x")])]
          for (const [number, copy] of [...flipped, ...others].entries()) {
            // what follows the last chunk of a sealed one is not a part of it
            if (original === sealed && number === flipped.length + 2) continue
            writeFileSync(damaged, copy)
            const result = yield* fooddata(restored, "restore", damaged, "--passphrase-file", passphrase)
            assert.strictEqual(result.code, 1, `change ${number} of ${basename(original)}: ${result.stdout}`)
            assert.match(result.stderr, /^fooddata: the backup cannot be used: /, `change ${number}`)
            assert.isFalse(existsSync(join(restored, "events.db")))
          }
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
      const { file, folder, restored } = yield* prepared
      const backup = yield* start(folder, ["backup", file])
      yield* appears(`${file}.events`)
      backup.child.kill("SIGKILL")
      yield* Deferred.await(backup.ended)
      assert.isFalse(existsSync(file))
      const refused = yield* fooddata(folder, "backup", file)
      assert.include(refused.stderr, "remove it")
      assert.strictEqual((yield* fooddata(folder, "backup", `${file}.2`)).code, 0)

      mkdirSync(restored, { mode: 0o700 })
      const restore = yield* start(restored, ["restore", `${file}.2`])
      yield* appears(join(restored, "restore.partial"))
      restore.child.kill("SIGKILL")
      yield* Deferred.await(restore.ended)
      assert.isFalse(existsSync(join(restored, "events.db")))
      const done = yield* fooddata(restored, "restore", `${file}.2`)
      assert.strictEqual(done.code, 0, done.stderr)
      assert.deepStrictEqual(yield* eventsOf(restored), yield* eventsOf(folder))
    }).pipe(Effect.scoped)
  )
})
