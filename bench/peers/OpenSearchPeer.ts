import { Effect, Context, Layer, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { createReadStream, existsSync, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { deleteIndex } from "../../infra/opensearch/Indexes.ts"
import * as OpenSearch from "../../infra/opensearch/OpenSearch.ts"
import { refresh } from "../../infra/opensearch/product-index/IndexWrites.ts"
import type { Asked, Peer } from "./Peers.ts"
import type { PeerQuestion } from "./Questions.ts"

const Text = Schema.fromJsonString(Schema.Struct({ id: Schema.String, text: Schema.String }))
const Written = Schema.Struct({ errors: Schema.Literal(false) })
const Found = Schema.Struct({
  hits: Schema.Struct({
    total: Schema.Struct({ value: Schema.Int, relation: Schema.Literal("eq") }),
    hits: Schema.Array(Schema.Struct({ _id: Schema.String }))
  })
})
const Nodes = Schema.Struct({
  nodes: Schema.Record(Schema.String, Schema.Struct({ process: Schema.Struct({ id: Schema.Int }) }))
})

const decodeText = Schema.decodeUnknownSync(Text)
const fillTimeoutMs = 300_000
const productsPerRequest = 5_000

/** One field as the server reads it by default; no refresh, since nobody asks before all is written. */
const indexBody = {
  settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: "-1" },
  mappings: { dynamic: "strict", properties: { text: { type: "text" } } }
}

const digestOf = (path: string) =>
  Effect.promise(async () => {
    const hash = createHash("sha256")
    for await (const piece of createReadStream(path)) hash.update(piece)
    return hash.digest("hex").slice(0, 16)
  })

const bulkLines = (line: string): string => {
  const { id, text } = decodeText(line)
  return `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify({ text })}\n`
}

type Server = OpenSearch.OpenSearchServer

const write = (server: Server, index: string, lines: ReadonlyArray<string>) =>
  server
    .request("write texts", {
      method: "POST",
      path: `/${index}/_bulk`,
      lines: lines.map(bulkLines).join(""),
      timeoutMs: fillTimeoutMs
    })
    .pipe(Effect.flatMap(({ body }) => Schema.decodeUnknownEffect(Written)(body)))

/** The alias says that all texts are there, so it comes last: what was left half written is written again. */
const fill = Effect.fnUntraced(function* (server: Server, texts: string, alias: string) {
  const index = `${alias}-texts`
  yield* deleteIndex(server, index)
  yield* server.request("create index", { method: "PUT", path: `/${index}`, body: indexBody })
  yield* Stream.fromAsyncIterable(createInterface({ input: createReadStream(texts) }), (cause) => cause).pipe(
    Stream.grouped(productsPerRequest),
    Stream.runForEach((lines) => write(server, index, lines))
  )
  yield* server.request("merge", {
    method: "POST",
    path: `/${index}/_forcemerge`,
    query: { max_num_segments: 1 },
    timeoutMs: fillTimeoutMs
  })
  yield* refresh(server, index)
  yield* server.request("name index", { method: "PUT", path: `/${index}/_alias/${alias}` })
})

const processIdOf = Effect.fnUntraced(function* (server: Server) {
  const { body } = yield* server.request("ask for the process", { method: "GET", path: "/_nodes/_local/process" })
  const { nodes } = yield* Schema.decodeUnknownEffect(Nodes)(body)
  const [node] = Object.values(nodes)
  if (node === undefined) return yield* Effect.fail(new Error("OpenSearch names no process"))
  const { id } = node.process
  // elsewhere than on this machine, its number is that of another process, or of none
  const command = `/proc/${id}/cmdline`
  if (!existsSync(command) || !readFileSync(command, "utf8").includes("org.opensearch")) {
    return yield* Effect.fail(new Error(`OpenSearch has to run on this machine, under Linux: process ${id} is not it`))
  }
  return id
})

/**
 * A JVM compiles what it runs often. With 20,000 products, a question took 3 to 6 ms of CPU after 2,400 others, 1.1 after
 * 7,000 and .6 after some 25,000. A run on a server that has just been started therefore still makes it look dearer.
 */
const warmUps = 12

/** Linux counts in hundredths of a second here. */
const msPerTick = 10

/**
 * ms of CPU that all threads of the process have taken. The server's own number is up to a second old, which is longer
 * than some of the questions take.
 */
const cpuMsOf = (process: number): number => {
  const stat = readFileSync(`/proc/${process}/stat`, "utf8")
  // the name of the program comes before the bracket and may hold spaces; then fields 3 and following
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

const answer = (server: Server, alias: string, words: ReadonlyArray<string>) =>
  server
    .request("search", {
      method: "POST",
      path: `/${alias}/_search`,
      body: {
        query: { match: { text: { query: words.join(" "), operator: "and" } } },
        track_total_hits: true,
        size: 10,
        _source: false
      }
    })
    .pipe(
      Effect.flatMap(({ body }) => Schema.decodeUnknownEffect(Found)(body)),
      Effect.map(({ hits }) => hits.total.value)
    )

/**
 * OpenSearch as it comes, at this address on this machine (Linux): one text field, all words, in the order of its own
 * score. The texts stay in an index `peers-<digest of the texts>`. CPU is that of its whole process: the search, its side
 * of HTTP and JSON, garbage collection, compilation. Ours as its caller does not count.
 */
export const openSearchPeer = Effect.fnUntraced(function* (url: string, texts: string, say: (line: string) => void) {
  const server = Context.get(yield* Layer.build(OpenSearch.layer(url)), OpenSearch.OpenSearch)
  const process = yield* processIdOf(server)
  const alias = `peers-${yield* digestOf(texts)}`
  const { status } = yield* server.request("look for texts", {
    method: "GET",
    path: `/_alias/${alias}`,
    answers: [404]
  })
  if (status === 404) {
    const [before, started] = [cpuMsOf(process), performance.now()]
    yield* fill(server, texts, alias)
    const seconds = [cpuMsOf(process) - before, performance.now() - started].map((ms) => (ms / 1_000).toFixed(0))
    say(`OpenSearch: ${seconds[0] ?? ""} s CPU of the server, filled in ${seconds[1] ?? ""} s`)
  }
  const ask = Effect.fnUntraced(function* (questions: ReadonlyArray<PeerQuestion>) {
    const times: Array<number> = []
    let hits = 0
    const before = cpuMsOf(process)
    for (const { words } of questions) {
      const started = performance.now()
      hits += yield* answer(server, alias, words)
      times.push(performance.now() - started)
    }
    const asked: Asked = { cpuMs: cpuMsOf(process) - before, times, hits }
    return asked
  })
  const peer: Peer = { name: "OpenSearch", warmUps, ask }
  return peer
})
