import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { accountStream } from "../../../domain/EventEnvelope.ts"
import { AccountId } from "../../../domain/account/AccountEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { openPlanRequests } from "../../../src/queries/PlanRequests.ts"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { goodPassword } from "../../support/http/AuthCalls.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

const path = "/en/dashboard/plan"

/** Somebody new, and the id of their account. */
const newcomer = Effect.fnUntraced(function* (email: string) {
  const visitor = new PageVisitor()
  yield* visitor.fill("/en/signup", { email, password: goodPassword })
  const { body } = yield* visitor.get("/en/dashboard/export.json")
  return { visitor, accountId: AccountId.make(Object(body).account.account_id) }
})

const openRequests = Effect.gen(function* () {
  const { log } = yield* EmbeddedEdge
  const requests = yield* openPlanRequests().pipe(Effect.provideService(EventLog, log))
  return requests.map(([stream, { plan }]) => [stream, plan])
})

layer(embeddedEdge, { excludeTestServices: true })("asking for another plan", (it) => {
  it.effect("the plans page leads to the form, and says how, how soon and whom to ask", () =>
    Effect.gen(function* () {
      const { text } = yield* new PageVisitor().get("/en/plans")
      assert.include(text, `href="${path}"`)
      assert.include(text, "within 3 working days")
      assert.include(text, `href="mailto:plans@food.example"`)
    })
  )

  it.effect(
    "is recorded, shown to who asked and to operators, and can be changed; the plan stays until it is answered",
    () =>
      Effect.gen(function* () {
        const { accountId, visitor } = yield* newcomer("asks@example.com")
        const asked = yield* visitor.fill(path, { plan: "growth" })
        assert.deepStrictEqual([asked.status, asked.headers.location], [303, `${path}?done=plan`])
        const page = yield* visitor.get(path)
        assert.include(page.text, "You asked for the plan growth on")
        assert.match(page.text, /<dd translate="no">\s*developer\s*<\/dd>/)
        assert.deepInclude(yield* openRequests, [accountStream(accountId), "growth"])
        yield* visitor.fill(path, { plan: "growth" })
        yield* visitor.fill(path, { plan: "starter" })
        assert.deepStrictEqual(
          (yield* openRequests).filter(([stream]) => stream === accountStream(accountId)),
          [[accountStream(accountId), "starter"]]
        )
        const { body } = yield* visitor.get("/en/dashboard/export.json")
        const events: ReadonlyArray<{ readonly type: string }> = Object(body).events
        assert.lengthOf(
          events.filter(({ type }) => type === "PlanRequested"),
          2
        )
      })
  )

  it.effect("a plan that is not for sale, or is that of the account, is no request", () =>
    Effect.gen(function* () {
      const { visitor } = yield* newcomer("none@example.com")
      for (const plan of ["developer", "sandbox", "", "constructor"]) {
        const refused = yield* visitor.fill(path, { plan })
        assert.deepStrictEqual([refused.status, refused.text.includes("Choose a plan other than")], [422, true], plan)
      }
    })
  )

  it.effect("is limited to ten a day for an account", () =>
    Effect.gen(function* () {
      const { visitor } = yield* newcomer("often@example.com")
      for (let i = 0; i < 10; i++) yield* visitor.fill(path, { plan: i % 2 === 0 ? "growth" : "starter" })
      assert.strictEqual((yield* visitor.fill(path, { plan: "growth" })).status, 429)
    })
  )
})
