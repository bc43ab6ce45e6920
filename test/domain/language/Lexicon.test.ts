import { assert, describe, it } from "@effect/vitest"
import { concepts } from "../../../domain/language/Concept.ts"
import { conceptOf, conceptsIn, isFiledUnder, mentionsIn, namesOf } from "../../../domain/language/Lexicon.ts"
import { tokenize } from "../../../domain/language/Tokenizer.ts"

const conceptsOf = (text: string): ReadonlyArray<string> => conceptsIn(tokenize(text)).map(({ concept }) => concept)

/** What the whole text means. */
const meaningOf = (text: string): string | undefined => {
  const tokens = tokenize(text)
  return conceptsIn(tokens).find((mention) => mention.start === 0 && mention.end === tokens.length)?.concept
}

describe("Lexicon", () => {
  it("finds every concept by each of its names", () => {
    const lost = concepts.flatMap(({ id, names }) =>
      names.filter((name) => name.use !== "hint" && meaningOf(name.text) !== id).map((name) => `${id}: ${name.text}`)
    )
    assert.deepStrictEqual(lost, [])
  })

  it("knows the foods that others are filed under", () => {
    for (const { under } of concepts) for (const id of under) assert.isDefined(conceptOf(id), id)
  })

  it("files no food under itself, at any height: whoever climbs up would not end", () => {
    for (const { id } of concepts) assert.isFalse(isFiledUnder(id, id), id)
  })

  it.each([
    ["aubergine", "eggplant", "баклажан", "باذنجان"],
    ["картофель", "картошка", "potatoes", "بطاطس"],
    ["بندورة", "طماطم", "tomato", "помидоры", "томат"],
    ["coca cola", "кока-кола", "كوكا كولا"],
    ["garbanzo", "chickpeas", "нут", "حمص"],
    ["cilantro", "coriander leaves", "кинза"],
    ["buckwheat", "гречка", "гречневая крупа", "крупа гречневая"],
    ["sour cream", "сметана", "сметаны"],
    ["cottage cheese", "творог", "творога", "جبنة قريش"],
    ["ground beef", "minced beef", "фарш говяжий", "говяжий фарш"],
    ["soda", "газировка", "مشروب غازي"],
    ["shawarma", "шаурма", "شاورما"],
    ["shrimp", "prawns", "креветки", "جمبري", "روبيان"],
    ["zucchini", "courgettes", "кабачок", "كوسا"],
    ["arugula", "руккола", "جرجير"],
    ["corn", "maize", "кукуруза", "ذرة"],
    ["orange juice", "апельсиновый сок", "сок апельсиновый", "عصير برتقال"],
    ["frozen", "замороженный", "مجمد"],
    ["orange juice", "oj", "عصير برتقان"],
    ["extra virgin olive oil", "evoo", "زيت زيتون بكر"],
    ["mac and cheese", "mac n cheese", "macaroni cheese", "макароны с сыром"],
    ["spaghetti bolognese", "spag bol", "паста болоньезе", "سباغيتي بولونيز"],
    ["peanut butter and jelly sandwich", "pb&j", "pbj"],
    ["bell pepper", "capsicum", "болгарский перец", "فليفلة"],
    ["powdered sugar", "icing sugar", "сахарная пудра"],
    ["whole wheat flour", "wholemeal flour", "цельнозерновая мука", "دقيق بر"],
    ["shawarma", "шаверма", "шавермочка", "شورما"],
    ["potato", "картофан", "картошечка", "بطاط"],
    ["mashed potato", "пюрешка", "толченка"],
    ["sandwich", "sarnie", "бутер", "شطيرة"],
    ["popcorn", "فشار", "بوشار", "نفيش"],
    ["eggplant", "باذنجان", "بدنجان", "بيتنجان"],
    ["green onion", "scallion", "зелёный лук", "перо лука"],
    ["orange", "برتقال", "برتقان", "بردقان"],
    ["fava beans", "broad beans", "فول", "باقلاء"],
    ["hibiscus tea", "каркаде", "كركديه"],
    ["spring roll", "egg roll", "спринг ролл", "سبرنج رول"],
    ["medjool dates", "королевские финики", "تمر المجهول"],
    ["shepherd's pie", "cottage pie", "пастуший пирог"]
  ])("%s is the same food under each of its names", (...names) => {
    assert.strictEqual(new Set(names.map(meaningOf)).size, 1)
    assert.isDefined(meaningOf(names[0] ?? ""))
  })

  it.each([
    ["cheddar", "cheese"],
    ["лосось", "рыба"],
    ["salmon", "горбуша"],
    ["pepsi", "coca cola"],
    ["tomato sauce", "ketchup"],
    ["chocolate milk", "milk chocolate"],
    ["молочный шоколад", "шоколадное молоко"],
    ["печень", "печенье"],
    ["сыр", "сырой"],
    ["زيت", "زيتون"],
    ["سكر", "سكري"],
    ["hummus", "chickpeas"],
    ["bell pepper", "black pepper"],
    ["coconut", "coconut milk"],
    ["cranberry", "lingonberry"],
    ["blueberry", "bilberry"],
    ["черника", "голубика"],
    ["sea bass", "морской окунь"],
    ["marshmallow", "зефир"],
    ["samosa", "spring roll"],
    ["самоса", "самса"],
    ["corn starch", "corn flour"],
    ["кукурузный крахмал", "кукурузная мука"],
    ["tamarind", "عصير تمر هندي"],
    ["mandarin", "clementine"],
    ["black pudding", "pudding"],
    ["yorkshire pudding", "pudding"],
    ["fish and chips", "potato chips"],
    ["egg white", "белок"],
    ["matcha", "mate"],
    ["pollock", "путассу"],
    ["coke", "diet coke"],
    ["сельдь", "килька"],
    ["paratha", "naan"],
    ["carnaroli", "arborio"],
    ["лисички", "опята"],
    ["قطايف", "قطر"],
    ["حمص", "حمص بطحينة"]
  ])("%s and %s are different things", (one, other) => {
    const otherConcept = meaningOf(other)
    assert.isTrue(otherConcept === undefined || meaningOf(one) !== otherConcept)
  })

  it("does not decide what a word with several meanings means", () => {
    for (const word of ["масло", "oil", "زيت", "семена", "bbq", "حمام", "قطر"])
      assert.deepStrictEqual(conceptsOf(word), [], word)
    assert.deepStrictEqual(
      mentionsIn(tokenize("لبن")).map(({ concept, use }) => [concept, use]),
      [["laban", "hint"]]
    )
  })

  it("takes a food and what is served with it for two foods", () => {
    assert.deepStrictEqual(conceptsOf("чай с молоком"), ["tea", "milk"])
    assert.deepStrictEqual(conceptsOf("coffee with milk"), ["coffee", "milk"])
    assert.deepStrictEqual(conceptsOf("بيض بالطماطم"), ["egg", "tomato"])
  })

  it("finds the longest name first, then those inside it", () => {
    assert.deepStrictEqual(conceptsOf("apple juice"), ["apple-juice", "apple", "juice"])
    assert.deepStrictEqual(conceptsOf("сок яблочный"), ["apple-juice", "juice", "apple"])
  })

  it("finds nothing inside a name that is no kind of what its words say", () => {
    assert.deepStrictEqual(conceptsOf("sour cream"), ["sour-cream"])
    assert.deepStrictEqual(conceptsOf("hot dog"), ["hot-dog"])
    assert.deepStrictEqual(conceptsOf("root beer"), ["root-beer"])
    assert.deepStrictEqual(conceptsOf("fish and chips"), ["fish-and-chips"])
    assert.notInclude(conceptsOf("mint rose water"), "water")
    assert.deepStrictEqual(conceptsOf("cotton candy"), ["cotton-candy"])
    assert.deepStrictEqual(conceptsOf("زبدة الفول السوداني"), ["peanut-butter"])
  })

  it("tells an adjective from the food", () => {
    const [, , apple] = conceptsIn(tokenize("сок яблочный"))
    assert.deepStrictEqual(apple, { concept: "apple", start: 1, end: 2, use: "modifier", opaque: false })
  })

  it("reads the names of tables, in which the food comes before what describes it", () => {
    assert.deepStrictEqual(conceptsOf("Cheese, cottage, lowfat"), ["cottage-cheese"])
    assert.notStrictEqual(conceptsOf("Sauce, peanut, soy sauce")[0], "soy-sauce")
    assert.deepStrictEqual(conceptsOf("Beef, ground, 80% lean"), ["ground-beef", "beef"])
    assert.deepStrictEqual(conceptsOf("Milk, chocolate, fluid"), ["chocolate-milk", "milk", "chocolate"])
    assert.include(conceptsOf("Beverages, tea, green, brewed"), "green-tea")
  })

  it("finds no phrase across a comma that joins two things", () => {
    assert.notInclude(conceptsOf("milk chocolate, milk"), "chocolate-milk")
    assert.deepStrictEqual(conceptsOf("hot, dog"), [])
  })

  it("lists the names of a concept, the plain one first", () => {
    assert.strictEqual(namesOf("eggplant", "en")[0], "eggplant")
    assert.strictEqual(namesOf("eggplant", "ru")[0], "баклажан")
    assert.strictEqual(namesOf("eggplant", "ar")[0], "باذنجان")
    assert.deepStrictEqual(namesOf("no such thing", "en"), [])
  })
})
