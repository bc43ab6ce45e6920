import { Console, Effect, Schema } from "effect"
import process from "node:process"
import { readBundled } from "../data/semantic/BundledModel.ts"
import { Language } from "../domain/language/Language.ts"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { send } from "../test/support/http/HttpClient.ts"
import { issueKeys } from "../test/support/IssueKeys.ts"
import { generatedProducts, type GeneratedRecord } from "./GeneratedProducts.ts"
import { settled, startServer } from "./http/ServerProcess.ts"
import { quantile } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/served.ts <data folder> [queries a kind] [queries before]`: latency over HTTP, one request at a time,
 * of a service on a folder that `bench/generate.ts` and `import off --wait` filled. The queries are made of words of generated
 * names, which come in pairs as names do. Each is asked twice: the first time nothing is known of it, the second time with
 * another limit, so that its total is known and its page is not. Other queries may be asked before, so that code is compiled;
 * without them, figures are those of a service that was just started.
 */
const [folder, asked = "200", before = "0"] = process.argv.slice(2)
if (folder === undefined) throw new Error("usage: served.ts <data folder> [queries a kind] [queries before]")
const perKind = Number(asked)
const warmUp = Number(before)
const keyCount = 100
const pause = "2 millis"

interface Name {
  readonly language: Language
  readonly text: string
  readonly words: ReadonlyArray<string>
}

const isLanguage = Schema.is(Language)

const nameOf = (record: GeneratedRecord): Name => {
  const text = String(record["product_name"])
  const words = text
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => /^\p{L}{3,}$/u.test(word))
  const { lang } = record
  return { language: isLanguage(lang) ? lang : "en", text, words }
}

const search = ({ language }: Name, words: string | undefined, more = "") =>
  words === undefined || words.length < 2
    ? null
    : `/v1/search?q=${encodeURIComponent(words.slice(0, 150))}&lang=${language}${more}`

/** So many words from the beginning, if there are as many. */
const first = ({ words }: Name, count: number): string | undefined =>
  words.length < count ? undefined : words.slice(0, count).join(" ")

const kinds: Readonly<Record<string, (name: Name) => string | null>> = {
  "a word": (name) => search(name, first(name, 1)),
  "two words": (name) => search(name, first(name, 2)),
  "three words": (name) => search(name, first(name, 3)),
  "a beginning of three": (name) => search(name, first(name, 1)?.slice(0, 3)),
  "a misspelt word": (name) => search(name, first(name, 1)?.replace(/(?<=^.{3})./u, "")),
  "a whole name": (name) => search(name, name.text),
  "a word, region": (name) => search(name, first(name, 1), "&region=us"),
  "two words, source": (name) => search(name, first(name, 2), "&source=off"),
  "by meaning": (name) => search(name, first(name, 3))?.replace("/v1/search", "/v1/semantic-search") ?? null
}

const figures = (times: ReadonlyArray<number>): string =>
  [0.5, 0.99].map((part) => quantile(times, part).toFixed(1).padStart(7)).join(" /")

const program = Effect.gen(function* () {
  const keys = yield* issueKeys(folder, keyCount)
  const log = `${yield* temporaryFolder}/log`
  const env = { DATA_DIR: folder, BUNDLED_CATALOGUE: "false" }
  const server = yield* startServer({ args: ["src/main.ts", "serve"], env, log })
  const { port } = server
  yield* settled(server)
  const product = generatedProducts(2, yield* Effect.promise(() => readBundled()))
  const names = Array.from({ length: perKind * 2 }, (_, number) => nameOf(product(number)))
  let turn = 0
  const latency = Effect.fnUntraced(function* (path: string) {
    yield* Effect.sleep(pause)
    const startedAt = performance.now()
    const { status, text } = yield* send({ port, path, headers: { "x-api-key": keys[turn++ % keyCount] ?? "" } })
    return status === 200
      ? performance.now() - startedAt
      : yield* Effect.die(new Error(`${path}: ${status} ${text.slice(0, 200)}`))
  })
  const others = Array.from({ length: Math.ceil(warmUp / Object.keys(kinds).length) }, (_, i) =>
    nameOf(product(-1 - i))
  )
  for (const pathOf of Object.values(kinds)) {
    yield* Effect.forEach(new Set(others.flatMap((name) => pathOf(name) ?? [])), latency, {
      concurrency: 4,
      discard: true
    })
  }
  yield* Console.log(`${"".padEnd(22)} first time       again     p50 / p99 ms, ${perKind} queries each`)
  for (const [kind, pathOf] of Object.entries(kinds)) {
    const paths = [...new Set(names.flatMap((name) => pathOf(name) ?? []))].slice(0, perKind)
    const early = yield* Effect.forEach(paths, (path) => latency(`${path}&limit=10`))
    const late = yield* Effect.forEach(paths, (path) => latency(`${path}&limit=9`))
    yield* Console.log(`${kind.padEnd(22)}${figures(early)}  ${figures(late)}`)
  }
})

await Effect.runPromise(Effect.scoped(program))
