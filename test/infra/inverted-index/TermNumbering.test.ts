import { assert, describe, it } from "@effect/vitest"
import { productKey } from "../../../infra/inverted-index/ProductKey.ts"
import { Run } from "../../../infra/inverted-index/Run.ts"
import { TermNumbering } from "../../../infra/inverted-index/TermNumbering.ts"
import { memoryChunks } from "../../support/MemoryChunks.ts"
import { randomCatalogue } from "../../support/RandomCatalogue.ts"

const products = [1, 2, 3, 4].flatMap((seed) =>
  randomCatalogue(seed).map(({ searchable }, i) => ({ ...searchable, number: seed * 1_000 + i }))
)
const postingsMax = 300

describe("products whose terms are numbered elsewhere", () => {
  it("become the segments that the products themselves become, each run numbered anew", () => {
    const [numbered, direct] = [memoryChunks(), memoryChunks()]
    const [one, other] = [new Run(), new Run()]
    const numbering = new TermNumbering(postingsMax)
    let runs = 0
    const write = () => {
      if (one.size === 0) return
      runs++
      one.write(numbered, runs)
      other.write(direct, runs)
    }
    for (const { number, ...product } of products) {
      // as it comes from another thread
      const terms = structuredClone(numbering.number(product))
      if (terms.startsRun) write()
      one.addNumbered({ key: productKey(product), id: product.id, number }, terms)
      other.add(product, number)
    }
    write()
    assert.isAbove(runs, 2)
    assert.deepStrictEqual(numbered.chunks, direct.chunks)
  })

  it("bring each text once a run", () => {
    const numbering = new TermNumbering(Number.POSITIVE_INFINITY)
    const texts = products.flatMap((product) => {
      const { newKinds, newTexts } = numbering.number(product)
      return newTexts.map((text, i) => `${newKinds[i]} ${text}`)
    })
    assert.strictEqual(new Set(texts).size, texts.length)
  })
})
