import { Effect } from "effect"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"

/** A product as a read model holds it. */
export interface HeldProduct {
  readonly id: ProductId
  readonly version: number
  readonly facts: ProductFacts
}

/** The products of a read model in the order of their ids: those after one of them, none at the end. */
export type ProductPages<E, R> = (after: ProductId | null) => Effect.Effect<ReadonlyArray<HeldProduct>, E, R>

/** What two read models say of one product. */
export type ProductDifference =
  | { readonly _tag: "OnlyInA" | "OnlyInB"; readonly id: ProductId }
  /** `nutrition.calories`; no field where only the version is another */
  | { readonly _tag: "Differs"; readonly id: ProductId; readonly fields: ReadonlyArray<string> }

interface Compared {
  readonly same: number
  readonly onlyInA: number
  readonly onlyInB: number
  readonly differs: number
}

/** Tells every difference of two read models, in the order of ids, and how many there are; holds a page of each. */
export const compareProducts = Effect.fn("compareProducts")(function* <EA, RA, EB, RB, E, R>(
  pagesOfA: ProductPages<EA, RA>,
  pagesOfB: ProductPages<EB, RB>,
  tell: (difference: ProductDifference) => Effect.Effect<void, E, R>
) {
  const [a, b] = [reader(pagesOfA), reader(pagesOfB)]
  const counts = { same: 0, OnlyInA: 0, OnlyInB: 0, Differs: 0 }
  while (true) {
    const [inA, inB] = [yield* a.peek, yield* b.peek]
    if (inA === null && inB === null) break
    const difference = differenceOf(inA, inB)
    if (difference?._tag !== "OnlyInB") a.next()
    if (difference?._tag !== "OnlyInA") b.next()
    if (difference === null) counts.same++
    else {
      counts[difference._tag]++
      yield* tell(difference)
    }
  }
  const { Differs: differs, OnlyInA: onlyInA, OnlyInB: onlyInB, same } = counts
  return { same, onlyInA, onlyInB, differs } satisfies Compared
})

const reader = <E, R>(pages: ProductPages<E, R>) => {
  let page: ReadonlyArray<HeldProduct> = []
  let at = 0
  let last: ProductId | null = null
  const peek = Effect.gen(function* () {
    if (at === page.length) {
      page = yield* pages(last)
      at = 0
      last = page.at(-1)?.id ?? last
    }
    return page[at] ?? null
  })
  return { peek, next: () => void at++ }
}

const differenceOf = (a: HeldProduct | null, b: HeldProduct | null): ProductDifference | null => {
  if (b === null || (a !== null && a.id < b.id)) return a === null ? null : { _tag: "OnlyInA", id: a.id }
  if (a === null || b.id < a.id) return { _tag: "OnlyInB", id: b.id }
  const fields = fieldsApart(a.facts, b.facts)
  return a.version === b.version && fields.length === 0 ? null : { _tag: "Differs", id: a.id, fields }
}

/** What is one level down has a name of its own: of nutrients, names and the provenance that is what one asks. */
const fieldsApart = (a: ProductFacts, b: ProductFacts): ReadonlyArray<string> => {
  const [inA, inB] = [leavesOf(a), leavesOf(b)]
  return [...new Set([...inA.keys(), ...inB.keys()])].filter((name) => inA.get(name) !== inB.get(name)).toSorted()
}

const leavesOf = (facts: ProductFacts): ReadonlyMap<string, string> => {
  const leaves = new Map<string, string>()
  for (const [name, value] of Object.entries<unknown>(facts)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) leaves.set(name, JSON.stringify(value))
    else for (const [inner, held] of Object.entries(value)) leaves.set(`${name}.${inner}`, JSON.stringify(held))
  }
  return leaves
}
