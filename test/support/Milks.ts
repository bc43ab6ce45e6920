import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Reply, send } from "./http/HttpClient.ts"
import type { CommandResult } from "./ServiceProcess.ts"

/** The stream of the milk whose event a test makes unreadable. */
export const wholeMilk = "product-c_milk_whole"

const milks = readFileSync("data/curated.jsonl", "utf8")
  .split("\n")
  .filter((line) => /"key":"milk_(whole|low_fat)"/.test(line))

/** A file with two products, the whole and the low-fat milk, with this word in their names: `Milk first`. */
export const milksNamed = (folder: string, word: string): string => {
  const file = join(folder, `${word}.jsonl`)
  writeFileSync(file, milks.map((line) => line.replace(/"en":\["([^"]+)"/, `"en":["$1 ${word}"`)).join("\n"))
  return file
}

/** What a service answers about the milks. */
export const milksAt = (url: string, key: string) => {
  const ask = (path: string) => send({ port: Number(new URL(url).port), path, headers: { "x-api-key": key } })
  return {
    shown: (milk: "whole" | "low_fat") => ask(`/v1/product/c_milk_${milk}`),
    finds: (word: string) => ask(`/v1/search?q=milk%20${word}`)
  }
}

const decodeParked = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Array(Schema.Struct({ stream: Schema.String, version: Schema.Int, reason: Schema.String }))
  )
)

/** `fooddata views parked --json` */
export const parkedBy = ({ code, stderr, stdout }: CommandResult) => {
  assert.strictEqual(code, 0, stderr)
  return decodeParked(stdout)
}

/** What an operator is told of the parked milk: by metrics, by health, and by one line of the log, which is given. */
export const toldOnce = Effect.fnUntraced(function* <E, R>(
  service: { readonly stderr: () => string },
  admin: (path: string) => Effect.Effect<Reply, E, R>
) {
  yield* until('parked_streams{projection="product-search"} 1', admin("/metrics"))
  const ready = yield* until('{"name":"parked-streams","ok":false', admin("/readyz"))
  assert.strictEqual(ready.status, 200)
  assert.include(ready.text, '{"status":"degraded"')
  const lines = service
    .stderr()
    .split("\n")
    .filter((line) => line.includes(`parks ${wholeMilk}`))
  assert.lengthOf(lines, 1)
  assert.include(lines[0], '"level":"ERROR"')
  return lines[0]
})

/** Asks until the answer has it. */
export const until = <E, R>(wanted: string, ask: Effect.Effect<Reply, E, R>) =>
  ask.pipe(Effect.delay("50 millis"), Effect.repeat({ until: ({ text }) => text.includes(wanted) }))
