import { Clock, Effect, Ref, Schema } from "effect"
import { seededRandom, syntheticCatalogue } from "../../../bench/SyntheticCatalogue.ts"
import { productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../../domain/ports/ProductHeads.ts"
import { ListProducts } from "../../../src/commands/ListProducts.ts"
import { facts } from "../Facts.ts"
import { type CommandResult } from "../ServiceProcess.ts"

const anchorCount = 20
/** Are never changed, so every read must find them. */
const anchors = Array.from({ length: anchorCount }, (_, i) =>
  facts({ id: `c_anchor_${i}`, names: { en: [`Anchorfood ${i}`] } })
)
const importBatch = 500

/** Lists the anchors and so many other products. */
export const fillCatalogue = Effect.fnUntraced(function* (seed: number, products: number) {
  const list = yield* ListProducts
  const catalogue = syntheticCatalogue(seed)
  yield* list.list(anchors, "cli", "all")
  for (let first = 1; first <= products; first += importBatch) {
    const count = Math.min(importBatch, products + 1 - first)
    yield* list.list(
      Array.from({ length: count }, (_, i) => catalogue.product(first + i)),
      "cli",
      "all"
    )
  }
})

/** Calls `work` so many times a second until interrupted; what could not be done in time is caught up with. */
const atRate = Effect.fnUntraced(function* <E, R>(
  perSecond: number,
  work: (count: number) => Effect.Effect<void, E, R>
) {
  const startedAt = yield* Clock.currentTimeMillis
  let done = 0
  while (true) {
    const due = Math.floor((((yield* Clock.currentTimeMillis) - startedAt) * perSecond) / 1_000) - done
    if (due > 0) yield* work(due)
    done += Math.max(0, due)
    yield* Effect.sleep("10 millis")
  }
})

/** Revises, lists and withdraws products at this rate, as fast as the log takes them at the most. */
export const writeForEver = (seed: number, products: number, perSecond: number, written: Ref.Ref<number>) =>
  Effect.gen(function* () {
    const [list, heads, log] = [yield* ListProducts, yield* ProductHeads, yield* EventLog]
    const random = seededRandom(seed)
    // of another seed than what was listed, so the facts are others
    const catalogue = syntheticCatalogue(seed + 1)
    let last = products
    return yield* atRate(perSecond, (count) =>
      Effect.gen(function* () {
        const changed = Array.from({ length: count }, () =>
          catalogue.product(random() < 0.1 ? ++last : 1 + Math.floor(random() * products))
        )
        const batch = [...new Map(changed.map((product) => [product.id, product])).values()]
        yield* list.list(batch, "cli", "all")
        const victim = batch[0]
        const [head] = victim === undefined || random() > 0.3 ? [] : yield* heads.of([victim.id])
        if (victim !== undefined && head !== undefined) {
          const events = [{ _tag: "ProductWithdrawn", reason: "test" }] as const
          const append = { streamId: productStream(victim.id), expectedVersion: head.version, events }
          yield* log.append([append], { commandId: "test", actor: "cli" })
        }
        yield* Ref.update(written, (n) => n + count)
      })
    )
  })

const Answer = Schema.Struct({ total: Schema.Int })
const isAnswer = Schema.is(Answer)

export interface Reads {
  good: number
  readonly bad: Array<string>
}

/** The others are lookups. A search is some nine queries to the server. */
const searchEvery = 8

const readOne = async (url: string, keys: ReadonlyArray<string>, number: number, reads: Reads): Promise<void> => {
  const key = keys[number % keys.length] ?? ""
  const isSearch = number % searchEvery === 0
  const anchor = anchors[number % anchorCount]
  const path = isSearch ? "/v1/search?q=anchorfood" : `/v1/product/${anchor?.id}`
  try {
    const response = await fetch(url + path, { headers: { "x-api-key": key } })
    const body: unknown = await response.json()
    const isGood = response.status === 200 && (!isSearch || (isAnswer(body) && body.total === anchorCount))
    if (isGood) reads.good++
    else reads.bad.push(`${path}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`)
  } catch (error) {
    reads.bad.push(`${path}: ${String(error)}`)
  }
}

/** Readers that hang pile up no further than this. */
const openMax = 50

/** Searches and looks up the anchors at this rate; the keys take turns, because each has a limit a second. */
export const readForEver = (url: string, keys: ReadonlyArray<string>, perSecond: number, reads: Reads) => {
  let sent = 0
  let open = 0
  return atRate(perSecond, (count) =>
    Effect.sync(() => {
      for (let i = 0; i < count && open < openMax; i++) {
        open++
        void readOne(url, keys, sent++, reads).finally(() => open--)
      }
    })
  )
}

const warmUpReads = 1_000
const warmUpClients = 8

/**
 * Searches and looks up the anchors as fast as they are answered, so that a server that was just started has compiled what
 * that takes: at a fixed rate reads pile up until then, and keep everything else waiting for as much as 20 s.
 */
export const warmUp = (url: string, keys: ReadonlyArray<string>, reads: Reads) =>
  Effect.promise(async () => {
    let sent = 0
    const client = async (): Promise<void> => {
      while (sent < warmUpReads) await readOne(url, keys, sent++, reads)
    }
    await Promise.all(Array.from({ length: warmUpClients }, client))
  })

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String }))

/** The key that `fooddata key issue --json` printed. */
export const issuedKey = ({ stdout }: CommandResult): string => Schema.decodeUnknownSync(Issued)(stdout).key
