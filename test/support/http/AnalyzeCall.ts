import { Effect } from "effect"
import { Edge } from "./Edge.ts"
import { boiledEgg, rice, unknownJam, wholeMilk } from "./MealProducts.ts"

export const path = "/v1/analyze"
export const asJson = { "content-type": "application/json" }

/** Posts a body to the analysis, with the products of a meal in the catalogue. */
export const post = Effect.fnUntraced(function* (body: unknown, plan: string | null = "growth", query = "") {
  const { call, index } = yield* Edge
  if (!index.products.includes(boiledEgg)) index.products.push(boiledEgg, wholeMilk, rice, unknownJam)
  return yield* call(path + query, plan, { method: "POST", headers: asJson, body: JSON.stringify(body) })
})

export const meal = "two boiled eggs and 250 g of milk"
