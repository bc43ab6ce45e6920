import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../..", import.meta.url))
const rings = ["domain", "projections", "infra", "src"]
const files = globSync(
  [...rings, "test", "bench", "quality", "data", "bin"].map((folder) => `${folder}/**/*.{ts,mts,cts,js,mjs,cjs}`),
  { cwd: repository }
)

describe("the source tree", () => {
  it("has files in every ring", () => {
    for (const ring of rings)
      assert.isTrue(
        files.some((file) => file.startsWith(`${ring}/`)),
        ring
      )
  })

  it("has no barrel and no place for leftovers", () => {
    const nameless = files.filter((file) => /(^|\/)(index|utils?|helpers?|common|misc)(\/|\.[a-z]+$)/i.test(file))
    assert.deepStrictEqual(nameless, [])
  })

  it("names the files of the rings after what they export, in PascalCase", () => {
    const inRings = files.filter((file) => rings.some((ring) => file.startsWith(`${ring}/`)))
    // declarations are named after the package that lacks them
    const modules = inRings.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    assert.deepStrictEqual(
      modules.filter((file) => file !== "src/main.ts" && !/^[A-Z][A-Za-z0-9]*\.ts$/.test(basename(file))),
      []
    )
  })

  it("names folders in kebab-case", () => {
    const folders = new Set(files.flatMap((file) => file.split("/").slice(0, -1)))
    assert.deepStrictEqual(
      [...folders].filter((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder)),
      []
    )
  })

  it("has tests only where a project of vitest.config.ts picks them up", () => {
    const tests = files.filter((file) => /\.(test|spec)\.[a-z]+$/.test(file))
    assert.deepStrictEqual(
      tests.filter((file) => !/^test\/.*\.test\.ts$/.test(file)),
      []
    )
  })
})

describe("the dependencies", () => {
  const manifests = ["package.json", ".ci/package.json"]
  const parse = (file: string): unknown => JSON.parse(readFileSync(join(repository, file), "utf8"))

  it("are pinned to one version", () => {
    for (const file of manifests) {
      for (const [kind, versions] of Object.entries(Object(parse(file)))) {
        if (!kind.endsWith("ependencies")) continue
        for (const [name, version] of Object.entries(Object(versions))) {
          assert.match(String(version), /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} in ${file}`)
        }
      }
    }
  })

  it("are locked without the address they were downloaded from", () => {
    for (const file of ["package-lock.json", ".ci/package-lock.json"]) {
      assert.notMatch(readFileSync(join(repository, file), "utf8"), /"resolved"|https?:\/\/[^"]*\.tgz/)
    }
  })
})
