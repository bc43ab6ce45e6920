import { assert, describe, it } from "@effect/vitest"
import { Account, Products } from "../../src/api/contract/Api.ts"
import { Auth } from "../../src/api/contract/AuthContract.ts"
import { knownPath } from "../../src/api/KnownPaths.ts"

interface Named {
  readonly method: string
  readonly path: string
}

const endpoints = [Products, Account, Auth].flatMap(({ endpoints }) => Object.values<Named>(endpoints))

describe("the paths of the contract, whose other verbs are a 405 and no 404", () => {
  it.for(endpoints.map(({ method, path }) => [method, path] as const))("%s %s is known", ([method, path]) => {
    const known = knownPath(path.replaceAll(/:[a-z_]+/g, "1"))
    assert.strictEqual(known?.template, path)
    assert.include(known?.methods ?? [], method)
  })
})
