import { assert, describe, it } from "@effect/vitest"
import { rememberRepeated } from "../../../src/api/operations/Repeated.ts"

describe("what is made of an object", () => {
  it("is kept from the second time on", () => {
    const made = rememberRepeated((key: { readonly name: string }) => ({ of: key.name }))
    const [milk, bread] = [{ name: "milk" }, { name: "bread" }]
    const [first, second, third] = [made(milk), made(milk), made(milk)]
    assert.deepStrictEqual(first, { of: "milk" })
    assert.notStrictEqual(second, first)
    assert.strictEqual(third, second)
    assert.deepStrictEqual(made(bread), { of: "bread" })
    assert.strictEqual(made(milk), second)
  })

  it("is made anew where it holds no more", () => {
    const made = rememberRepeated(
      (_key: object, language: string) => ({ language }),
      (known, language) => known.language === language
    )
    const page = {}
    for (const language of ["en", "en", "ru", "ru", "en"]) assert.deepStrictEqual(made(page, language), { language })
    assert.strictEqual(made(page, "en"), made(page, "en"))
  })
})
