import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { analyzeQuery } from "../../../domain/search/QueryAnalysis.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { facts } from "../../support/Facts.ts"
import { memoryVocabulary } from "../../support/MemoryVocabulary.ts"

const vocabularyOf = (names: ReadonlyArray<string>) =>
  memoryVocabulary(names.map((name, i) => toDocument(facts({ id: `off_${i}`, names: { en: [name] } }), 1).searchable))

const analyzedIn = (names: ReadonlyArray<string>, text: string, more: Partial<SearchQuery> = {}): AnalyzedQuery =>
  intentIn(names, text, more).queries[0] ?? nothing

const intentIn = (names: ReadonlyArray<string>, text: string, more: Partial<SearchQuery> = {}) =>
  Effect.runSync(analyzeQuery({ text, language: "en", region: null, source: null, ...more }, vocabularyOf(names)))

const nothing: AnalyzedQuery = {
  words: [],
  withCategories: false,
  exclusions: [],
  without: [],
  exactName: null,
  language: "en",
  filters: []
}

const many = (name: string, count = 10) => Array.from({ length: count }, () => name)

describe("analyzeQuery", () => {
  it("only terms that products carry are looked for", () => {
    const { words } = analyzedIn(["Whole milk", "Milks"], "whole milk")
    assert.deepStrictEqual(words[0]?.written, ["whole"])
    assert.deepStrictEqual(words[0]?.inflected, [])
    assert.deepStrictEqual(words[1]?.inflected, ["milk="])
  })

  it("only the last word has beginnings, and none if it is the name of a food", () => {
    const names = ["Zest crunchy", "Milk crunchy"]
    assert.deepStrictEqual(
      analyzedIn(names, "crunchy zest").words.map((word) => word.prefix),
      [[], ["zest"]]
    )
    assert.deepStrictEqual(
      analyzedIn(names, "crunchy milk").words.map((word) => word.prefix),
      [[], []]
    )
    assert.deepStrictEqual(analyzedIn(["Milkshake"], "milk").words[0]?.prefix, ["milk"])
  })

  it("one word that no product carries makes the query ask for nothing", () =>
    assert.deepStrictEqual(analyzedIn(["Milk"], "milk laptop").words, []))

  it("a repeated word counts once", () => {
    const { exactName, words } = analyzedIn(["Whole milk"], "milk milk whole milk")
    assert.deepStrictEqual(
      words.map((word) => word.written[0]),
      ["whole", "milk"]
    )
    assert.strictEqual(exactName, "milk milk whole milk")
  })

  it("words between those that count are left out, unless there are no others", () => {
    assert.strictEqual(analyzedIn(["Milk and honey"], "milk with the honey").words.length, 2)
    assert.deepStrictEqual(analyzedIn(["The and"], "and").words[0]?.written, ["and"])
  })

  it("a code is looked for in its normal form too", () =>
    assert.deepStrictEqual(analyzedIn(["012345678905"], "012345678905").words[0]?.written, [
      "12345678905",
      "@0012345678905"
    ]))

  it("filters are tags", () =>
    assert.deepStrictEqual(analyzedIn(["Milk"], "milk", { region: "gcc", source: "off" }).filters, [
      "region_gcc",
      "source_off"
    ]))

  it("a text without words asks for nothing", () => {
    assert.deepStrictEqual(analyzedIn(["Milk"], " -- % ").words, [])
    assert.isNull(analyzedIn(["Milk"], " -- % ").exactName)
  })

  describe("synonyms", () => {
    it("a word of a food is looked for by all that the food is called in its language", () =>
      assert.deepStrictEqual(analyzedIn(["Баклажаны", "Eggplant"], "aubergine").words[0]?.synonym, ["~eggplant.en"]))
    it("each word of a food of several words accepts the food", () =>
      assert.deepStrictEqual(
        analyzedIn(["Juice, apple"], "apple juice").words.map((word) => word.synonym.includes("~apple-juice.en")),
        [true, true]
      ))
  })

  describe("other languages, scripts and spellings", () => {
    const other = (names: ReadonlyArray<string>, text: string) => analyzedIn(names, text).words[0]?.variant
    it("are looked for where few products match", () =>
      assert.deepStrictEqual(other(["Eggplant", "Баклажаны"], "aubergine"), ["~eggplant.ru"]))
    it("are not where many do", () =>
      assert.deepStrictEqual(other([...many("Eggplant"), "Баклажаны"], "aubergine"), []))
    it("a brand of the lexicon is known by all its names", () =>
      assert.deepStrictEqual(other(["Каша Нестле", "Nestle porridge"], "nestle"), ["~nestle.ru"]))
    it("another brand is known by its sound", () =>
      assert.deepStrictEqual(other(["Кетчуп Хайнц", "Heinz ketchup"], "heinz"), ["хайнц="]))
    it("a rare word may be a misspelling of a common one", () =>
      assert.deepStrictEqual(other([...many("Chocolate", 30), "Choclate cream"], "choclate"), ["chocol="]))
  })

  describe("a word that no product carries", () => {
    const meant = (names: ReadonlyArray<string>, text: string) =>
      analyzedIn(names, text).words.map((word) => word.written.join())
    const cases: ReadonlyArray<
      readonly [why: string, names: ReadonlyArray<string>, text: string, written: ReadonlyArray<string>]
    > = [
      ["the whole query on another layout", ["Milk", "Молоко жирное"], "vjkjrj ;bhyjt", ["молоко", "жирное"]],
      ["another script", ["Молоко"], "moloko", ["молоко"]],
      ["the plain transliteration before a typing mistake", ["Oreo", "Орех"], "орео", ["oreo"]],
      ["a typing mistake before what only sounds alike", ["Kielbasa", "Колбаса"], "калбаса", ["колбаса"]],
      ["in Arabic a typing mistake before any other script", ["Mayonnaise", "مايونيز"], "مايونز", ["مايونيز"]],
      ["swapped letters", ["Milk"], "mlik", ["milk"]],
      ["two mistakes in a long word", ["Mozzarella"], "mozarela", ["mozzarella"]],
      ["two wrong vowels in a food", ["Молоко"], "малако", ["молоко"]],
      ["two words written as one", ["Coca cola"], "cocacola", ["coca", "cola"]],
      ["two words only if they name foods", ["Note", "Book"], "notebook", []],
      ["of equally near words a food", [...many("Bearx"), "Beans"], "beanx", ["beans"]],
      ["a food two mistakes away before its transliteration", ["Zucchini", "Цуккини"], "zuchinni", ["zucchini"]],
      ["fewer mistakes before more products", [...many("Strawberry"), "Strawber"], "strawberx", ["strawber"]],
      ["the same first letter before more products", [...many("Bottle"), "Battle"], "bittle", ["bottle"]],
      ["of equally near words the one of more products", ["Bottle", ...many("Bottom")], "bottlm", ["bottom"]]
    ]
    for (const [why, names, text, written] of cases) {
      it(`${why}: ${text} → ${written.join(" ")}`, () => assert.deepStrictEqual(meant(names, text), written))
    }
    it("what is no food is no misspelling of one", () => {
      assert.deepStrictEqual(meant(["Soup"], "soap"), [])
      assert.deepStrictEqual(meant(["كباب"], "كتاب"), [])
    })
  })

  describe("a word written in two", () => {
    it("is looked for as one too", () =>
      assert.deepStrictEqual(
        analyzedIn(["Sourdough"], "sour dough").words.map((word) => word.inflected),
        [["sourdough="], ["sourdough="]]
      ))
  })

  describe("a food that no product calls so", () => {
    const names = ["Плов", "Pilaf"]
    it("is called so in another script if that is the asked language", () => {
      assert.deepStrictEqual(analyzedIn(names, "plov", { language: "ru" }).words[0]?.written, ["плов"])
      assert.deepStrictEqual(analyzedIn(names, "plov").words[0]?.synonym, ["~pilaf.en"])
    })
    it("ends in the vowel that was written, if it sounds alike", () => {
      const arabic = [...many("لبن"), "لبنة"]
      assert.deepStrictEqual(analyzedIn(arabic, "labneh", { language: "ar" }).words[0]?.written, ["لبنه"])
      assert.deepStrictEqual(analyzedIn(arabic, "laban", { language: "ar" }).words[0]?.written, ["لبن"])
    })
  })

  describe("a word that few words begin with", () => {
    const meant = (names: ReadonlyArray<string>, text: string) => {
      const [word] = analyzedIn(names, text).words
      return { written: word?.written, prefix: word?.prefix }
    }
    it("is a common food one mistake away, and a beginning still", () =>
      assert.deepStrictEqual(meant([...many("Carrot"), "Carotina"], "carot"), {
        written: ["carrot"],
        prefix: ["carot"]
      }))
    it("is a beginning only where many words begin like it, or the food is rare", () => {
      const beginning = (prefix: string) => ({ written: [], prefix: [prefix] })
      assert.deepStrictEqual(meant([...many("Carrot"), ...many("Carotina")], "carot"), beginning("carot"))
      assert.deepStrictEqual(meant(["Carrot", "Carotina"], "carot"), beginning("carot"))
    })
    it("is first the food that begins like it, whatever is one mistake away", () =>
      assert.deepStrictEqual(meant([...many("Water"), "Watermelon"], "waterm"), {
        written: ["watermelon"],
        prefix: ["waterm"]
      }))
  })

  describe("an unfinished word", () => {
    const read = (names: ReadonlyArray<string>, text: string, language: SearchQuery["language"]) => {
      const [word] = analyzedIn(names, text, { language }).words
      return { written: word?.written, prefix: word?.prefix }
    }
    it("is the food that most products carry of those that begin like it, and a beginning still", () =>
      assert.deepStrictEqual(read(["Творожок", ...many("Творог")], "творо", "ru"), {
        written: ["творог"],
        prefix: ["творо"]
      }))
    it("becomes no food of another language than the asked one", () =>
      assert.deepStrictEqual(read(["Halibut", "حليب"], "halib", "ar"), { written: ["حليب"], prefix: [] }))
    it("with the vowel that joins an adjective is no matchType of the noun", () =>
      assert.deepStrictEqual(read(["Гранат", "Гранатовый сок"], "гранато", "ru"), { written: [], prefix: ["гранато"] }))
  })

  describe("a food in products without a name in the asked language", () => {
    const foreign = (names: ReadonlyArray<string>) => analyzedIn(names, "aubergine").words[0]?.foreign
    it("is always looked for", () =>
      assert.deepStrictEqual(foreign([...many("Eggplant"), "Баклажаны"]), ["~eggplant#en"]))
    it("is not where there is none", () => assert.deepStrictEqual(foreign(["Eggplant"]), []))
  })

  describe("a word in the script of another language than the asked one", () => {
    const read = (names: ReadonlyArray<string>, text: string) => analyzedIn(names, text, { language: "ru" }).words[0]
    it("is what both languages call it", () =>
      assert.deepStrictEqual(read(["Kefir", "Кефир"], "kefir")?.synonym, ["~kefir.en", "~kefir.ru"]))
    it("is the food in the asked language that is spelt out, though no product calls it so", () => {
      assert.deepStrictEqual(read(["Banane", "Бананы"], "banan")?.inflected, ["банан="])
      assert.deepStrictEqual(read(["Korovka", "Морковь"], "morkovka")?.synonym, ["~carrot.ru"])
    })
    it("is the food in the asked language before a misspelt food of another", () =>
      assert.deepStrictEqual(read(["Огурец", "Yogurts"], "ogurets")?.written, ["огурец"]))
  })

  describe("categories", () => {
    const dairy = (count: number) => [...many("Dairy spread", count)]
    it("count where names and brands find little", () => assert.isTrue(analyzedIn(dairy(9), "dairy").withCategories))
    it("do not where those find enough", () => assert.isFalse(analyzedIn(dairy(10), "dairy").withCategories))
  })
})
