import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { grafanaDashboard } from "../../bin/GrafanaDashboard.ts"
import { readVerifier } from "../../infra/crypto/SignedNote.ts"
import { startWitness } from "../support/audit/WitnessServer.ts"
import { expectedOf, lostLabels, scraped } from "../support/deploy/DashboardOnScrape.ts"
import { fromPython, promtool } from "../support/deploy/DeployTools.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { freePort } from "../support/FreePort.ts"
import { send } from "../support/http/HttpClient.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const rules = "deploy/prometheus"
const tests = ["alerts.test.yml", "alerts-of-days.test.yml"]
const expressions = grafanaDashboard().panels.flatMap((panel) =>
  "targets" in panel ? panel.targets.map(({ expr }) => expr) : []
)

/** What Grafana puts in place of its variables. */
const asGrafanaAsks = (expression: string) =>
  expression
    .replaceAll("$job", "fooddata")
    .replaceAll("$instance", "food-1:9080|food-2:9080")
    .replaceAll("$__rate_interval", "2m")

/** The expressions as rules, because promtool parses expressions in files of rules only. */
const checked = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const file = join(yield* temporaryFolder, "dashboard.yml")
  const recorded = asked.map((expr, index) => ({ record: `panel:${index}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: recorded }] }))
  return yield* promtool(["check", "rules", "--lint=none", file])
})

describe("Prometheus", () => {
  it.live("takes the rules, and finds that each fires when it should", () =>
    Effect.gen(function* () {
      const check = yield* promtool(["check", "rules", "--lint-fatal", join(rules, "alerts.yml")])
      assert.strictEqual(check.code, 0, check.stderr)
      const outcome = yield* promtool(["test", "rules", ...tests.map((file) => join(rules, file))])
      assert.strictEqual(outcome.code, 0, outcome.stdout + outcome.stderr)
    })
  )

  it.live("finds a rule whose threshold, time or selector was changed", () =>
    Effect.gen(function* () {
      const source = readFileSync(join(rules, "alerts.yml"), "utf8")
      const changes = [
        ["> 2e9", "> 4e9"],
        ["for: 30m", "for: 10m"],
        ['lock) (leading{job="fooddata"}', 'instance) (leading{job="fooddata"}']
      ] as const
      for (const [from, to] of changes) {
        const folder = yield* temporaryFolder
        cpSync(rules, folder, { recursive: true })
        assert.include(source, from)
        writeFileSync(join(folder, "alerts.yml"), source.replace(from, to))
        assert.notStrictEqual((yield* promtool(["test", "rules", "alerts.test.yml"], { cwd: folder })).code, 0, from)
      }
    }).pipe(Effect.scoped)
  )

  it.live("parses every expression of the dashboard, and would find one that is none", () =>
    Effect.gen(function* () {
      assert.isAbove(expressions.length, 40)
      assert.strictEqual((yield* checked(expressions.map(asGrafanaAsks))).code, 0)
      assert.notStrictEqual((yield* checked(["sum by (le (http_requests_total)"])).code, 0)
    }).pipe(Effect.scoped)
  )
})

/** What Prometheus gets from an embedded service that keeps an audit tree with a witness, once it has answered some calls. */
const scrape = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const log = (yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")).stdout.trim()
  const verifier = readVerifier(log) ?? assert.fail(`no key: ${log}`)
  const witness = yield* startWitness(verifier, 71)
  const policy = join(folder, "policy")
  writeFileSync(policy, `log ${log}\nwitness w ${witness.cosigner.text} ${witness.url}\nquorum w\n`)
  const adminPort = yield* freePort
  const service = yield* startService(folder, {
    ADMIN_PORT: String(adminPort),
    AUDIT_TREE: join(folder, "tree"),
    AUDIT_WITNESSES: policy
  })
  const headers = { "x-api-key": service.firstKey ?? "" }
  const port = Number(new URL(service.url).port)
  const { status } = yield* send({ port, path: "/v1/search?q=milk", headers })
  assert.strictEqual(status, 200)
  return yield* Effect.map(send({ port: adminPort, path: "/metrics" }), ({ text }) => text).pipe(
    Effect.delay("200 millis"),
    Effect.repeat({ until: (text) => expectedOf("embedded").every((name) => scraped(text).has(name)), times: 300 })
  )
})

describe("what the embedded tier publishes", () => {
  it.live("is what the dashboard shows, with the labels that it goes by, and promtool can read it", () =>
    Effect.gen(function* () {
      const text = yield* scrape
      assert.includeMembers([...scraped(text)], [...expectedOf("embedded")])
      assert.deepStrictEqual(lostLabels(text), [])
      assert.isNotEmpty(lostLabels(text.replaceAll("projection=", "projector=")))
      const { code, stderr } = yield* promtool(["check", "metrics"], { input: text })
      // exit code 3: only matters of style, of which one is known
      assert.include([0, 3], code)
      const findings = stderr.trim().split("\n")
      assert.deepStrictEqual(
        findings.filter((line) => !line.includes("abbreviated units")),
        []
      )
    }).pipe(Effect.scoped)
  )
})

describe("Grafana's types", () => {
  const check = (file: string) => fromPython("python", ["test/outside/python/check_dashboard.py", file])

  it.live("have a place for every field of the dashboard, and none for a misspelt one", () =>
    Effect.gen(function* () {
      const whole = yield* check("deploy/grafana/fooddata.json")
      assert.strictEqual(whole.code, 0, whole.stdout + whole.stderr)
      const folder = yield* temporaryFolder
      for (const [field, misspelt] of [
        ['"gridPos"', '"gridPosition"'],
        ['"unit"', '"units"'],
        ['"legendFormat"', '"legend_format"'],
        ['"displayMode"', '"displaymode"']
      ] as const) {
        const file = join(folder, "dashboard.json")
        writeFileSync(file, readFileSync("deploy/grafana/fooddata.json", "utf8").replace(field, misspelt))
        const { code, stdout } = yield* check(file)
        assert.strictEqual(code, 1, misspelt)
        assert.include(stdout, misspelt.replaceAll('"', ""))
      }
    }).pipe(Effect.scoped)
  )
})
