import { assert, describe, it } from "@effect/vitest"
import { acceptedLanguage } from "../../../src/api/request/AcceptHeader.ts"

describe("The language that a client asks for", () => {
  it.for([
    [undefined, "en"],
    ["", "en"],
    ["ru", "ru"],
    ["ru-RU,ru;q=0.9,en;q=0.8", "ru"],
    ["ar-SA,ar;q=0.9,en;q=0.8", "ar"],
    ["de,ar-EG;q=0.5,en;q=0.4", "ar"],
    ["de,ru;q=0.4,en;q=0.3", "ru"],
    ["de", "en"],
    ["en;q=0.1, RU-ru;q=0.9", "ru"],
    ["ru;q=0, de", "en"],
    ["ru;q=x", "en"],
    ["*", "en"],
    [";;;,,,q=", "en"]
  ] as const)("%s: %s", ([header, language]) => assert.strictEqual(acceptedLanguage(header), language))
})
