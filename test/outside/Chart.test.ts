import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { allRoles } from "../../src/SettingsValues.ts"
import { findings } from "../support/deploy/ChartFindings.ts"
import { objectsOf, workloadsOf } from "../support/deploy/ChartObjects.ts"
import { type Ask, kubernetes, problems, rendered } from "../support/deploy/ChartProblems.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { freePort } from "../support/FreePort.ts"
import { send } from "../support/http/HttpClient.ts"
import { startService } from "../support/ServiceProcess.ts"

const folder = "deploy/helm/fooddata"
const byDefault = join(folder, "values.yaml")
const embedded = join(folder, "ci/embedded-values.yaml")
const cluster = join(folder, "ci/cluster-values.yaml")

/** A service that probes can be sent to, by the names of the ports in the chart. */
class Probed extends Context.Service<Probed, { readonly ask: Ask }>()("fooddata/test/outside/Probed") {
  static readonly layer = Layer.effect(
    Probed,
    Effect.gen(function* () {
      const adminPort = yield* freePort
      const { url } = yield* startService(yield* temporaryFolder, { ADMIN_PORT: String(adminPort) })
      const ports: Record<string, number> = { http: Number(new URL(url).port), admin: adminPort }
      return {
        ask: (name, path) => Effect.map(send({ port: ports[name] ?? 0, path }), ({ status }) => status)
      }
    })
  )
}

/** A copy of the chart in which a text of a file is another. */
const changed = Effect.fnUntraced(function* (file: string, from: string, to: string) {
  const copy = join(yield* temporaryFolder, "fooddata")
  cpSync(folder, copy, { recursive: true })
  const text = readFileSync(join(copy, file), "utf8")
  assert.include(text, from)
  writeFileSync(join(copy, file), text.replaceAll(from, to))
  return copy
})

const mistakes = [
  ["a port of a pod", "templates/_pod.tpl", "{ name: admin, ", "{ name: amdin, ", "no port admin"],
  ["a port of the service", "templates/service.yaml", "targetPort: http", "targetPort: web", "no port web"],
  ["a port of a policy", "templates/network-policies.yaml", "port: admin", "port: metrics", "no port metrics"],
  ["the path of a probe", "templates/_pod.tpl", "path: /healthz", "path: /health", "no /health on admin"],
  ["a field of a pod", "templates/_pod.tpl", "terminationGracePeriodSeconds", "terminationGracePeriod", "unexpected"],
  ["a field of a budget", "templates/disruption-budgets.yaml", "maxUnavailable", "maxUnavailble", "maxUnavailable"],
  ["a field of a claim", "templates/stateful-set.yaml", "accessModes:", "accessMode:", "unexpected"],
  ["the name of a setting", "templates/_pod.tpl", "{ name: MIGRATE,", "{ name: MIGRATION,", "MIGRATION is no setting"],
  ["the name of a volume", "templates/_pod.tpl", "- name: tmp", "- name: temporary", "no volume tmp"],
  ["a value", "templates/stateful-set.yaml", ".Values.api.replicas", ".Values.api.replica.count", "nil pointer"]
] as const

layer(Probed.layer, { excludeTestServices: true, timeout: 120_000 })("the chart", (it) => {
  it.effect.each([embedded, cluster])("%s: Helm, Kubernetes and the service take it", (values) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problems(folder, values, (yield* Probed).ask, Object.values(kubernetes)), [])
    })
  )

  it.effect.each(mistakes)("a mistake in %s is found", ([, file, from, to, finding]) =>
    Effect.gen(function* () {
      const copy = yield* changed(file, from, to)
      assert.include((yield* problems(copy, cluster, (yield* Probed).ask)).join("\n"), finding)
    }).pipe(Effect.scoped)
  )
})

describe("the chart's values", () => {
  it.live("may all be left out", () =>
    Effect.gen(function* () {
      const { refused, text } = yield* rendered(folder, byDefault)
      assert.deepStrictEqual(refused, [])
      assert.deepStrictEqual(findings(objectsOf(text)), [])
    })
  )

  const refusal = Effect.fnUntraced(function* (values: object) {
    const file = join(yield* temporaryFolder, "values.json")
    writeFileSync(file, JSON.stringify(values))
    return (yield* rendered(folder, file)).refused.join("\n")
  })

  it.live("a misspelt value, a setting that is none, and a secret in plain text are refused by name", () =>
    Effect.gen(function* () {
      assert.include(yield* refusal({ tiers: "cluster" }), "tiers")
      assert.include(yield* refusal({ settings: { PUBLIC_HOST: "food.example" } }), "PUBLIC_HOST")
      assert.include(yield* refusal({ settings: { ADMIN_TOKEN: "of-this-test-only" } }), "ADMIN_TOKEN")
      assert.include(yield* refusal({ secrets: { ADMIN_TOKENS: { name: "a", key: "b" } } }), "ADMIN_TOKENS")
      assert.strictEqual(yield* refusal({ settings: { PUBLIC_HOSTS: "food.example" } }), "")
    }).pipe(Effect.scoped)
  )

  it.live("a cluster without what it needs is refused, with the name of what is missing", () =>
    Effect.gen(function* () {
      const secrets = { DATABASE_URL: { name: "a", key: "b" }, KEY_PEPPER: { name: "a", key: "c" } }
      const settings = { KAFKA_BROKERS: "kafka:9092", OPENSEARCH_URL: "https://opensearch:9200" }
      assert.strictEqual(yield* refusal({ tier: "cluster", settings, secrets }), "")
      for (const name of Object.keys(secrets)) {
        const others = Object.fromEntries(Object.entries(secrets).filter(([each]) => each !== name))
        assert.include(yield* refusal({ tier: "cluster", settings, secrets: others }), `secrets.${name}`)
      }
      for (const name of Object.keys(settings)) {
        const others = Object.fromEntries(Object.entries(settings).filter(([each]) => each !== name))
        assert.include(yield* refusal({ tier: "cluster", settings: others, secrets }), `settings.${name}`)
      }
    }).pipe(Effect.scoped)
  )
})

describe("the chart's workloads", () => {
  const of = (values: string) => Effect.map(rendered(folder, values), ({ text }) => workloadsOf(objectsOf(text)))

  it.live("embedded: one process with a volume of its own, which knows its secrets by files", () =>
    Effect.gen(function* () {
      const [only, ...others] = yield* of(embedded)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(only?.kind, "StatefulSet")
      assert.strictEqual(only?.spec.replicas, 1)
      assert.lengthOf(only?.spec.volumeClaimTemplates ?? [], 1)
      const [{ args, env, readinessProbe }] = only?.spec.template.spec.containers ?? [assert.fail("no container")]
      assert.deepStrictEqual(args, ["serve"])
      assert.include(env.find(({ name }) => name === "KEY_PEPPER_FILE")?.value, "/KEY_PEPPER")
      assert.isUndefined(env.find(({ name }) => name === "KEY_PEPPER"))
      assert.strictEqual(readinessProbe?.httpGet.scheme, "HTTPS", "TLS_CERT is given")
    })
  )

  it.live("cluster: a workload for each role of the program, and a migration before them", () =>
    Effect.gen(function* () {
      const workloads = yield* of(cluster)
      const argsOf = workloads.map(({ spec }) => spec.template.spec.containers[0].args.join(" "))
      assert.sameMembers(argsOf, ["migrate", ...allRoles.map((role) => `serve --roles ${role}`)])
    })
  )
})
