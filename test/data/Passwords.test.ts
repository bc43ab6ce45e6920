import { assert, describe, it } from "@effect/vitest"
import { compilePasswords } from "../../data/passwords/Compile.ts"
import committed from "../../domain/account/refused-passwords.json" with { type: "json" }

const { passwords, problems } = compilePasswords()

describe("passwords that are refused", () => {
  it("have no faults in their lists", () => assert.deepStrictEqual(problems, []))

  it("are what the lists say: node bin/node.mjs data/passwords/build.ts compiles them anew", () =>
    assert.deepStrictEqual(committed, passwords))

  it("are at least the 3,000 commonest", () => assert.isAtLeast(passwords.length, 3_000))
})
