import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge } from "./EmbeddedEdge.ts"
import { PageVisitor } from "./PageVisitor.ts"

/** A visitor who has opened the pages with the key of an auditor. */
export const opened = Effect.gen(function* () {
  const { issue } = yield* EmbeddedEdge
  const key = yield* issue("developer", "auditor")
  const visitor = new PageVisitor()
  const sent = yield* visitor.fill("/en/audit", { key })
  assert.deepStrictEqual([sent.status, sent.headers.location], [303, "/en/audit"])
  return { key, visitor }
})
