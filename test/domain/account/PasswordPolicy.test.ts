import { assert, describe, it } from "@effect/vitest"
import { passwordFault } from "../../../domain/account/PasswordPolicy.ts"

const email = "anna.petrova@example.com"
const fault = (password: string, of = email) => passwordFault(password, of)

describe("PasswordPolicy", () => {
  it("length is in code points, 8 to 256", () => {
    assert.strictEqual(fault("zq7kfmt"), "short")
    assert.isNull(fault("zq7kfmtw"))
    assert.strictEqual(fault("🥛🍞🧀🍎🍐🥕🌽"), "short")
    assert.isNull(fault("🥛🍞🧀🍎🍐🥕🌽🥔"))
    assert.isNull(fault("zq7k".repeat(64)))
    assert.strictEqual(fault("zq7k".repeat(65)), "long")
  })

  it("one letter counts once, as one code point or as two", () =>
    assert.strictEqual(fault("\u0065\u0301".repeat(7)), "short"))

  it("no kind of character is asked for", () => {
    for (const password of ["zebravioletlamp", "зеленаялампаокно", "مصباحبنفسجيكبير", "8351907246133", "~~^^||``//"]) {
      assert.isNull(fault(password), password)
    }
  })

  it("common passwords are refused in any case, and on any of the three keyboards", () => {
    for (const password of ["password1", "PassWord1", "iloveyou", "пароль123", "gfhjkm123", "йцукенгш", "qwertyui"]) {
      assert.strictEqual(fault(password), "common", password)
    }
    assert.strictEqual(fault("كلمةالسر"), "common")
    assert.strictEqual(fault("зфыыцщкв1"), "common", "password1 on a Russian keyboard")
  })

  it("words of the context leave too little", () => {
    for (const password of ["fooddata1234", "anna.petrova1", "petrova2026", "Example.com1", "annapetrova"]) {
      assert.strictEqual(fault(password), "context", password)
    }
    assert.isNull(fault("fooddata-violet-lamp"))
  })

  it("nothing is cut or trimmed: what differs at the end is another password", () => {
    assert.isNull(fault("  zq7kfmtw  "))
    assert.isNull(fault("password1 zebra violet"))
  })
})
