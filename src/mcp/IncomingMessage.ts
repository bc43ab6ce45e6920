import { Predicate } from "effect"
import type { Operation } from "../../domain/usage/UsageEvent.ts"
import { productOfUri } from "./Resources.ts"
import type { Tool } from "./Tool.ts"

/** What a message needs before it is answered. */
export type Need =
  /** a key with quota: a data operation */
  | { readonly _tag: "Operation"; readonly operation: Operation }
  /** a key within its burst limit */
  | { readonly _tag: "Key" }
  /** nothing: discovery and lists. A key that is sent has to be valid all the same, so that a wrong one shows early. */
  | { readonly _tag: "Discovery" }
  /** nothing, and a wrong key does not matter */
  | { readonly _tag: "Nothing" }

const discovery: Need = { _tag: "Discovery" }

const field = (value: unknown, name: string): unknown => (Predicate.hasProperty(value, name) ? value[name] : undefined)

/** Looks only at what decides about key and quota; whether the message is proper is for the protocol to say. */
export const needOf = (message: unknown, tools: ReadonlyMap<string, Tool>): Need => {
  const params = field(message, "params")
  switch (field(message, "method")) {
    case "tools/call": {
      const tool = tools.get(String(field(params, "name")))
      if (tool === undefined) return discovery
      if (tool.access === "public") return { _tag: "Nothing" }
      return tool.operation === null ? { _tag: "Key" } : { _tag: "Operation", operation: tool.operation }
    }
    case "resources/read":
      return productOfUri(field(params, "uri")) === null ? discovery : { _tag: "Operation", operation: "product" }
    default:
      return discovery
  }
}
