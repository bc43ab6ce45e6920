import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { RoleReport } from "../../src/roles/RoleHealth.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import { send } from "../support/http/HttpClient.ts"

const kafkaDown = { name: "kafka", ok: false, detail: "does not answer" }
const api: RoleReport = { role: "api", status: "ready", checks: [{ name: "database", ok: true, detail: "answers" }] }
const relay: RoleReport = { role: "relay", status: "unready", checks: [kafkaDown] }

layer(edge())("/readyz of a process with several roles", (it) => {
  it.effect("on the service's port only the api role decides; on the admin port every role does", () =>
    Effect.gen(function* () {
      const fixture = yield* Edge
      const { adminPort, call } = fixture
      fixture.roles = [api, relay]
      const outside = yield* call("/readyz")
      assert.strictEqual(outside.status, 200)
      assert.deepStrictEqual(outside.body, {
        status: "degraded",
        roles: {
          api: { status: "ready", checks: api.checks },
          relay: { status: "unready", checks: [kafkaDown] }
        }
      })
      const inside = yield* send({ port: adminPort, path: "/readyz" })
      assert.deepStrictEqual([inside.status, inside.headers["retry-after"]], [503, "2"])
      assert.include(inside.text, "The relay role can do nothing: kafka: does not answer")
      assert.strictEqual((yield* send({ port: adminPort, path: "/healthz" })).status, 200)
    })
  )

  it.effect("an api role that serves what it can is not taken out, one that can do nothing is", () =>
    Effect.gen(function* () {
      const fixture = yield* Edge
      fixture.roles = [{ ...api, status: "degraded" }]
      const degraded = yield* fixture.call("/readyz")
      assert.strictEqual(degraded.status, 200)
      assert.deepInclude(degraded.body, { status: "degraded" })
      fixture.roles = [{ ...api, status: "unready" }]
      assert.strictEqual((yield* fixture.call("/readyz")).status, 503)
      assert.strictEqual((yield* send({ port: fixture.adminPort, path: "/readyz" })).status, 503)
      fixture.roles = [api]
      fixture.readiness = { ready: false, reason: "the service is stopping" }
      const stopping = yield* fixture.call("/readyz")
      assert.strictEqual(stopping.status, 503)
      assert.deepInclude(stopping.body, { detail: "the service is stopping" })
    })
  )
})
