import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { invalidExamples } from "../../src/api/contract/InvalidExamples.ts"
import { openApiDocument } from "../../src/api/contract/OpenApiDocument.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

/** The operations of the document that may answer 422, each with its example. */
const documented = (): ReadonlyMap<string, unknown> => {
  const { paths } = Object(openApiDocument())
  return new Map(
    Object.values<Record<string, unknown>>(paths).flatMap((path) =>
      Object.values<unknown>(path).flatMap((operation) => {
        const { operationId, responses } = Object(operation)
        const invalid: unknown = responses?.["422"]?.content?.["application/json"]
        if (invalid === undefined || !Predicate.isString(operationId)) return []
        return [[operationId, Object(invalid).example] as const]
      })
    )
  )
}

layer(embeddedEdge, { excludeTestServices: true })("the examples of 422", (it) => {
  it("are there for every operation that answers so", () => {
    assert.sameMembers([...documented().keys()], Object.keys(invalidExamples))
  })

  it.effect.each(Object.entries(invalidExamples))("%s: is what the service answers", ([operation, example]) =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const { body, path } = example
      const key = path.startsWith("/v1/auth/")
        ? ""
        : path.startsWith("/v1/audit/")
          ? yield* issue("developer", "auditor")
          : yield* issue("growth")
      const reply = yield* call(
        path,
        key,
        body === undefined ? {} : { method: "POST", body, headers: { "content-type": "application/json" } }
      )
      assert.deepStrictEqual([reply.status, reply.body], [422, { detail: example.detail }])
      assert.deepStrictEqual(documented().get(operation), { detail: example.detail })
    })
  )
})
