import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

const projector = fileURLToPath(new URL("../../examples/projector/projector.mjs", import.meta.url))
const products = 40
const versions = 5

interface Line {
  readonly cursor: string
  readonly text: string
}

const lineOf = (position: number, product: number, version: number): Line => {
  const id = `c_food${product}`
  const isWithdrawn = version === versions && product % 4 === 0
  const facts = {
    names: { en: [`Food ${product}, version ${version}`] },
    mainLanguage: "en",
    nutrition: { calories: version },
    provenance: { licence: "CC0-1.0" }
  }
  const event = {
    cursor: String(position),
    stream: `product-${id}`,
    version,
    type: isWithdrawn ? "ProductWithdrawn" : "ProductRevised",
    time: "2026-11-27T10:00:00.000Z",
    data: isWithdrawn ? { reason: "test" } : { facts }
  }
  return { cursor: event.cursor, text: `${JSON.stringify(event)}\n` }
}

/** Every version of every product, the products in turns. */
const log = Array.from({ length: products * versions }, (_, i) =>
  lineOf(i + 1, i % products, Math.floor(i / products) + 1)
)
const positionOf = (text: string): number => Number(text.trim().split("\n").at(-1) ?? 0)

const program = (file: string, ...args: ReadonlyArray<string>) => {
  const flags = "deno" in process.versions ? ["run", "-A"] : ["--disable-warning=ExperimentalWarning"]
  return spawn(process.execPath, [...flags, projector, file, ...args], { stdio: ["pipe", "pipe", "pipe"] })
}

/** Feeds it these lines, a few at a time; kills it when it has said that it did the line `killAt`, while it is fed more. */
const feed = (file: string, lines: ReadonlyArray<Line>, killAt: number | null) =>
  Effect.promise(async () => {
    const child = program(file)
    let said = ""
    let error = ""
    child.stderr.on("data", (chunk: Buffer) => void (error += chunk.toString()))
    // it is gone when it is killed, and the rest of its input with it
    child.stdin.on("error", () => {})
    const ended = once(child, "close")
    let next = 0
    const more = () => {
      if (next >= lines.length) return void child.stdin.end()
      const some = lines.slice(next, next + 7)
      next += some.length
      child.stdin.write(some.map(({ text }) => text).join(""))
    }
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      more()
      if (killAt !== null && positionOf(said) >= killAt) child.kill("SIGKILL")
    })
    more()
    const [code] = await ended
    return { code, error }
  })

const placeIn = (file: string) =>
  Effect.promise(async () => {
    const child = program(file, "place")
    let said = ""
    child.stdout.on("data", (chunk: Buffer) => void (said += chunk.toString()))
    await once(child, "close")
    return positionOf(said)
  })

const tablesIn = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row))
  const tables = {
    products: all("SELECT id, name, calories FROM products ORDER BY id"),
    changes: all("SELECT day, events FROM changes"),
    place: all("SELECT cursor FROM place")
  }
  db.close()
  return tables
}

describe("examples/projector", () => {
  it.live("killed again and again while it is fed, it goes on after its place: each event counts once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [whole, killed] = [join(folder, "whole.db"), join(folder, "killed.db")]
      assert.strictEqual((yield* feed(whole, log, null)).code, 0)
      const expected = tablesIn(whole)
      assert.lengthOf(expected.products, products - products / 4)
      assert.deepStrictEqual(expected.changes, [["2026-11-27", log.length]])
      let place = 0
      for (let kills = 0; kills < 4; kills++) {
        yield* feed(killed, log.slice(place), place + 20)
        place = yield* placeIn(killed)
        assert.isAtLeast(place, 20 * (kills + 1))
        assert.deepStrictEqual(tablesIn(killed).changes, [["2026-11-27", place]], "tables and place agree")
      }
      assert.strictEqual((yield* feed(killed, log.slice(place), null)).code, 0)
      assert.deepStrictEqual(tablesIn(killed), expected)
      // what was done comes again, and changes nothing but the place
      assert.strictEqual((yield* feed(killed, log, null)).code, 0)
      assert.deepStrictEqual(tablesIn(killed), expected)
    }).pipe(Effect.scoped)
  )

  it.live("an event that is missing stops it, named, and what came with it is not kept", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "products.db")
      const { code, error } = yield* feed(
        file,
        log.filter(({ cursor }) => cursor !== String(products + 1)),
        null
      )
      assert.strictEqual(code, 1)
      assert.include(error, "product-c_food0: version 2 is missing before 3")
      assert.isBelow(yield* placeIn(file), 2 * products)
    }).pipe(Effect.scoped)
  )
})
