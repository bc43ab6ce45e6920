import { Result, Schema } from "effect"
import type { Decider } from "../Decider.ts"
import type { ProductEvent } from "./ProductEvent.ts"
import type { ProductFacts } from "./ProductFacts.ts"

/** What a decision about a product needs to know: not the facts, only their fingerprint. */
export type ProductState =
  | { readonly status: "absent" }
  | { readonly status: "listed" | "withdrawn"; readonly fingerprint: string }

export type ProductCommand =
  /** list a new product, revise a listed one, relist a withdrawn one */
  | { readonly _tag: "ListProduct"; readonly facts: ProductFacts; readonly fingerprint: string }
  | { readonly _tag: "WithdrawProduct"; readonly reason: string }

export class ProductNotListed extends Schema.TaggedError<ProductNotListed>()("ProductNotListed", {}) {}

const list = (
  state: ProductState,
  facts: ProductFacts,
  fingerprint: string
): Result.Result<ReadonlyArray<ProductEvent>, ProductNotListed> => {
  switch (state.status) {
    case "absent":
      return Result.succeed([{ _tag: "ProductListed", facts, fingerprint }])
    case "withdrawn":
      return Result.succeed([{ _tag: "ProductRelisted", facts, fingerprint }])
    case "listed":
      return Result.succeed(state.fingerprint === fingerprint ? [] : [{ _tag: "ProductRevised", facts, fingerprint }])
  }
}

export const Product: Decider<ProductState, ProductCommand, ProductEvent, ProductNotListed> = {
  initial: { status: "absent" },
  decide: (state, command) => {
    if (command._tag === "ListProduct") return list(state, command.facts, command.fingerprint)
    switch (state.status) {
      case "absent":
        return Result.fail(new ProductNotListed())
      case "withdrawn":
        return Result.succeed([])
      case "listed":
        return Result.succeed([{ _tag: "ProductWithdrawn", reason: command.reason }])
    }
  },
  evolve: (state, event) => {
    if (event._tag !== "ProductWithdrawn") return { status: "listed", fingerprint: event.fingerprint }
    return state.status === "absent" ? state : { status: "withdrawn", fingerprint: state.fingerprint }
  }
}
