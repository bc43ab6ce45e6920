import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { completed, lacking } from "../../bin/SoftwareBill.ts"
import { fromPython, run } from "../support/deploy/DeployTools.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

/** A file of the repository in which a text is another. */
const changed = Effect.fnUntraced(function* (file: string, from: string, to: string) {
  const copy = join(yield* temporaryFolder, file)
  const text = readFileSync(file, "utf8")
  assert.include(text, from)
  writeFileSync(copy, text.replace(from, to))
  return copy
})

describe("the Dockerfile", () => {
  it.live("hadolint finds nothing in it, and finds a base without a version", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* fromPython("hadolint", ["Dockerfile"])
      assert.strictEqual(code, 0, stdout)
      const worse = yield* changed("Dockerfile", "node:24.21.0-bookworm-slim\n", "node\n")
      assert.include((yield* fromPython("hadolint", [worse])).stdout, "DL3006")
    }).pipe(Effect.scoped)
  )
})

describe("the compose files", () => {
  const check = (...files: ReadonlyArray<string>) =>
    fromPython("check-jsonschema", ["--builtin-schema", "vendor.compose-spec", ...files])

  it.live("are so by the schema of Compose, which finds a misspelt field in each", () =>
    Effect.gen(function* () {
      const whole = yield* check("docker-compose.yml", "docker-compose.cluster.yml")
      assert.strictEqual(whole.code, 0, whole.stdout)
      const embedded = yield* changed("docker-compose.yml", "volumes: [", "volume: [")
      const cluster = yield* changed("docker-compose.cluster.yml", "depends_on:", "depend_on:")
      const { stdout } = yield* check(embedded, cluster)
      assert.include(stdout, `${embedded}::$.services.fooddata`)
      assert.include(stdout, `${cluster}::$.services.migrate`)
    }).pipe(Effect.scoped)
  )
})

/** What `npm run sbom` prints. */
class Bill extends Context.Service<Bill, { readonly text: string }>()("fooddata/test/outside/Bill") {
  static readonly layer = Layer.effect(
    Bill,
    Effect.map(run("npm", ["run", "-s", "sbom"]), ({ code, stderr, stdout }) => {
      assert.strictEqual(code, 0, stderr)
      return { text: stdout }
    })
  )
}

layer(Bill.layer, { excludeTestServices: true, timeout: 60_000 })("the bill of materials", (it) => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"))
  const valid = (document: object) =>
    fromPython("python", ["test/outside/python/check_sbom.py"], { input: JSON.stringify(document) })

  it.effect("is CycloneDX 1.6 by the project's own validator, which finds a misspelt field", () =>
    Effect.gen(function* () {
      const document = JSON.parse((yield* Bill).text)
      assert.strictEqual(document.specVersion, "1.6")
      const { code, stderr, stdout } = yield* valid(document)
      assert.strictEqual(code, 0, stdout + stderr)
      assert.strictEqual((yield* valid({ ...document, componets: [] })).code, 1)
    })
  )

  it.effect(
    "lists every package that runs with the service, with licence and hash: one that is taken out is missed",
    () =>
      Effect.gen(function* () {
        const bill = completed(JSON.parse((yield* Bill).text), lock)
        assert.deepStrictEqual(lacking(bill, lock), [])
        assert.isAbove(bill.components.length, 40)
        for (const [index, { group, name, version }] of bill.components.entries()) {
          const components = bill.components.toSpliced(index, 1)
          const full = group === undefined ? name : `${group}/${name}`
          assert.deepStrictEqual(lacking({ ...bill, components }, lock), [`${full}@${version}`])
        }
        const [first, ...rest] = bill.components
        assert.isDefined(first)
        const bare = first === undefined ? [] : [{ ...first, licenses: [], hashes: [] }, ...rest]
        assert.lengthOf(lacking({ ...bill, components: bare }, lock), 2)
      })
  )
})
