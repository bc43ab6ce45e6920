import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { phoneticDistance, phoneticKeyOf, phoneticKeysOf } from "../../../domain/language/PhoneticKey.ts"
import { alike, alikeByAnotherReading, unlike } from "./SoundPairs.ts"

const foods = alike.map((group) => group.split("=").map((spellings) => spellings.split("/")))
const pairs = foods.flatMap((scripts) =>
  scripts.flatMap((spellings, at) =>
    scripts
      .slice(at + 1)
      .flatMap((others) => spellings.flatMap((a) => others.map((b): readonly [string, string] => [a, b])))
  )
)
const words = foods.flat(2)
const AnyWord = Schema.Literals([...new Set([...words, ...unlike.flat()])])
const Typed = Schema.String.check(Schema.isPattern(/^([a-z0-9]{0,9}|[а-я]{0,9}|[ا-ي]{0,9})$/))

describe("sound keys", () => {
  it("words of different scripts that name one thing meet", () => {
    assert.isAtLeast(pairs.length, 500)
    for (const [a, b] of pairs) {
      assert.strictEqual(phoneticKeyOf(a), phoneticKeyOf(b), `${a} ${b}`)
      assert.isNotNull(phoneticKeyOf(a), a)
      assert.isBelow(phoneticDistance(a, b), 2, `${a} ${b}`)
    }
  })

  it("spellings that read a letter in another way are asked for by further keys", () => {
    for (const [a, b] of alikeByAnotherReading) {
      assert.include(phoneticKeysOf(a), phoneticKeyOf(b), `${a} ${b}`)
      assert.isBelow(phoneticDistance(a, b), 1, `${a} ${b}`)
    }
  })

  it("different foods never meet by key and distance", () => {
    for (const [a, b] of unlike) {
      assert.isTrue(phoneticKeyOf(a) !== phoneticKeyOf(b) || phoneticDistance(a, b) === Infinity, `${a} ${b}`)
    }
  })

  it("of all words of the other script the counterpart is the nearest", () => {
    const wrong = pairs.filter(([a, b]) => {
      const rivals = words.filter(
        (word) => phoneticKeyOf(word) === phoneticKeyOf(a) && phoneticDistance(word, b) < phoneticDistance(a, b)
      )
      return rivals.some(
        (rival) => !foods.some((scripts) => scripts.flat().includes(rival) && scripts.flat().includes(b))
      )
    })
    assert.deepStrictEqual(wrong, [])
  })

  it("short words, numbers, codes and other scripts have none; щ is no short letter", () => {
    for (const word of ["", "a", "на", "ok", "500g", "12345678", "2", "牛乳", "aeo", "молокo", "b12"]) {
      assert.isNull(phoneticKeyOf(word), word)
      assert.deepStrictEqual(phoneticKeysOf(word), [], word)
    }
    assert.strictEqual(phoneticKeyOf("щи"), phoneticKeyOf("shchi"))
  })

  it("plain transliterations are nought apart, and words of one script are not compared", () => {
    for (const [a, b] of [
      ["moloko", "молоко"],
      ["halib", "حليب"],
      ["7alib", "حليب"],
      ["hleb", "хлеб"],
      ["kvas", "квас"]
    ] as const) {
      assert.isAtMost(phoneticDistance(a, b), 0.25, `${a} ${b}`)
    }
    assert.strictEqual(phoneticDistance("moloko", "moloko"), Infinity)
    assert.isBelow(phoneticDistance("tvorog", "творог"), phoneticDistance("tvarag", "творог"))
  })
})

describe("on any words", () => {
  it.prop("the distance is symmetric", [AnyWord, AnyWord], ([a, b]) => {
    assert.strictEqual(phoneticDistance(a, b), phoneticDistance(b, a))
  })

  it("a word without a key has none by another reading either", () => {
    assert.deepStrictEqual([phoneticKeyOf("wej"), phoneticKeysOf("wej")], [null, []])
  })

  it.prop("keys are few, short and of capital letters, the word's own first", [Typed], ([word]) => {
    const keys = phoneticKeysOf(word)
    assert.isAtMost(keys.length, 12)
    assert.strictEqual(phoneticKeyOf(word), keys[0] ?? phoneticKeyOf(word))
    for (const key of keys) assert.match(key, /^[A-Z]{1,12}$/)
  })

  it.prop("the Arabic article does not count", [Typed], ([word]) => {
    if (/^[ب-ي]{3,}$/.test(word) && !word.startsWith("ال"))
      assert.strictEqual(phoneticKeyOf(`ال${word}`), phoneticKeyOf(word))
  })
})
