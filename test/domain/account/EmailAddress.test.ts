import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { mailboxOf, readEmailAddress } from "../../../domain/account/EmailAddress.ts"

const read = (text: string) => Option.getOrNull(readEmailAddress(text))

describe("EmailAddress", () => {
  it("the domain becomes ASCII in small letters, the local part stays", () => {
    assert.strictEqual(read(" Anna.Petrova+food@Example.COM "), "Anna.Petrova+food@example.com")
    assert.strictEqual(read("info@почта.рф"), "info@xn--80a1acny.xn--p1ai")
    assert.strictEqual(read("a@münchen.example"), "a@xn--mnchen-3ya.example")
  })

  it.for([
    "",
    "anna",
    "@example.com",
    "anna@",
    "anna@localhost",
    "anna@[127.0.0.1]",
    "anna@127.0.0.1",
    "anna@example..com",
    "anna@-example.com",
    "anna@example.com/x",
    "anna@example.com:25",
    "an na@example.com",
    ".anna@example.com",
    "anna..p@example.com",
    '"anna"@example.com',
    "anna\r\nBcc: x@example.com",
    "anna@example.com\r\nBcc:x@example.com",
    "анна@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example.com`
  ])("%j is refused: no mail could be sent to it", (text) => assert.isNull(read(text)))

  it("capitals tell no mailboxes apart; dots and tags do", () => {
    const box = (text: string) => mailboxOf(Option.getOrThrow(readEmailAddress(text)))
    assert.strictEqual(box("Anna@Example.com"), box("anna@example.COM"))
    assert.notStrictEqual(box("an.na@example.com"), box("anna@example.com"))
    assert.notStrictEqual(box("anna+1@example.com"), box("anna@example.com"))
  })
})
