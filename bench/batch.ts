import { Console, Effect } from "effect"
import process from "node:process"
import { askedService } from "./http/AskedService.ts"
import { median } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/batch.ts [rounds]`: the server's CPU time for a batch of fifty products against that for the fifty
 * one by one, in turns. Fails when the answers differ.
 */
const rounds = Number(process.argv[2] ?? 12)
const items = 50
const batches = 40
const connections = 8

const program = Effect.gen(function* () {
  const { ask, report } = yield* askedService
  const found = yield* Effect.forEach(["milk", "bread", "apple", "rice", "cheese"], (word) =>
    ask({ path: `/v1/search?q=${word}&limit=${items / 5}` })
  )
  const ids = found.flatMap(({ text }) => [...text.matchAll(/"id":"([^"]+)"/gu)].map(([, id = ""]) => id))
  const batch = ask({ path: "/v1/products/batch", method: "POST", body: JSON.stringify({ ids }) })
  const single = (id: string) => ask({ path: `/v1/product/${id}` })
  const [together, alone] = [yield* batch, yield* Effect.forEach(ids, single)]
  if (together.text !== `{"results":[${alone.map(({ text }) => text).join(",")}]}`) {
    return yield* Effect.die(new Error("a batch answers differently"))
  }
  const cpuOf = Effect.fnUntraced(function* (requests: ReadonlyArray<typeof batch>) {
    const before = yield* report
    yield* Effect.all(requests, { concurrency: connections, discard: true })
    return ((yield* report).cpuUs - before.cpuUs) / batches
  })
  const kinds = {
    batch: Array.from({ length: batches }, () => batch),
    single: Array.from({ length: batches }, () => ids.map(single)).flat()
  }
  const figures = { batch: new Array<number>(), single: new Array<number>() }
  for (let round = 0; round < rounds + 2; round++) {
    for (const kind of ["batch", "single"] as const) {
      const cpuUs = yield* cpuOf(kinds[kind])
      // the first two rounds compile
      if (round > 1) figures[kind].push(cpuUs)
    }
  }
  const [batchUs, singleUs] = [median(figures.batch), median(figures.single)]
  yield* Console.log(
    [
      `a batch of ${ids.length} products     ${batchUs.toFixed(0).padStart(6)} µs`,
      `the same one by one      ${singleUs.toFixed(0).padStart(6)} µs`,
      `ratio ${(batchUs / singleUs).toFixed(3)}; a batch costs as much as ${((batchUs / singleUs) * ids.length).toFixed(1)} single look-ups`
    ].join("\n")
  )
})

await Effect.runPromise(Effect.scoped(program))
