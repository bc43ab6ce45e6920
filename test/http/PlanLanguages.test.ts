import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"

layer(edge())("By default", (it) => {
  it.effect("languages are open to every plan unless the deployment says otherwise", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.strictEqual((yield* call("/v1/search?q=milk&lang=ru", "developer")).status, 200)
    })
  )
})

layer(edge({ enforcePlanLanguages: true }))("With plan languages enforced", (it) => {
  it.effect.each(["ru", "ar"])("lang=%s below Growth is a 403 that names the plan and counts", (lang) =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length
      const reply = yield* call(`/v1/search?q=milk&lang=${lang}`, "starter")
      assert.strictEqual(reply.status, 403)
      assert.deepStrictEqual(reply.body, { detail: `lang=${lang} requires the growth plan or above.` })
      assert.strictEqual(reply.headers["x-plan"], "starter")
      assert.strictEqual(metering.counted.length, before + 1)
    })
  )

  it.effect("Growth and English are served", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.strictEqual((yield* call("/v1/search?q=milk&lang=ru", "growth")).status, 200)
      assert.strictEqual((yield* call("/v1/search?q=milk&lang=en", "developer")).status, 200)
    })
  )
})
