import { assert, describe, it } from "@effect/vitest"
import { analyze } from "../../../domain/text/Analyzer.ts"

const stemOf = (word: string) => analyze(word)[0]?.stem

/** forms of one word */
const same = `
  огурец огурца огурцы огурцов огурцами | перец перца перцы перцев перцем | молоко молока молоком молоке
  сливки сливок сливками | яйцо яйца яиц яйцами | чеснок чеснока | сосиска сосиски сосисок | креветки креветок
  индейка индеек индейки | орешек орешки орешков | редька редек | кольцо кольца колец | свёкла свекла свекол
  вафли вафель | вишня вишен | черешня черешен | масло масла масел | хлебец хлебцы хлебцев | семечки семечек
  яблоко яблоки яблок | кабачок кабачки кабачков | овёс овса | лёд льда | цыплёнок цыплята | лосось лосося
  банан бананы бананов | баклажан баклажаны баклажанов | сметана сметаны сметаной | бисквит бисквита
  смесь смеси | приправа приправ | пшено пшена | крахмал крахмала | сельдерей сельдерея | печенье печенья
  печень печени | сыр сыра сыры | сырой сырая сырые | чай чая чаи | соя сои | каша каш | рыба рыб | груша груш
  пельмени пельменей | кусочек кусочки кусочков | булочка булочек | хлопья хлопьев | мидии мидий
  tomato tomatoes | berry berries | leaf leaves | potato potatoes | cherry cherries | loaf loaves | kellogg kellogg's
  olive olives | peach peaches | cookie cookies | egg eggs
  حليب الحليب بالحليب للحليب والحليب وبالحليب | تفاح تفاحة التفاح | بيض البيض بيضة بالبيض | دجاج الدجاج دجاجة
  أرز ارز الأرز | جبن جبنة الجبن بالجبنة | سمك السمك أسماك | خضار خضروات الخضروات | كالسيوم الكالسيوم بالكالسيوم
  ألياف الألياف بالألياف | زيتون الزيتون بالزيتون | ليمون ليمونة بالليمون | عصير عصائر`
  .split(/[|\n]/)
  .map((group) => group.trim().split(" "))
  .filter((group) => group.length > 1)

/** words of different foods */
const different = `
  печень печенье | сыр сырой | лосось лось | соя со | варенье вареный | молоко молния
  organic organ | corned corn | icing ice | زيت زيتون | طحين طحينة | لبن لبنة | سكر سكري`
  .split(/[|\n]/)
  .map((group) => group.trim().split(" "))
  .filter((group) => group.length > 1)

describe("stems", () => {
  for (const [first = "", ...others] of same) {
    it(`${first} = ${others.join(" = ")}`, () => {
      for (const other of others) assert.strictEqual(stemOf(other), stemOf(first), other)
    })
  }

  for (const [a = "", b = ""] of different) {
    it(`${a} ≠ ${b}`, () => assert.notStrictEqual(stemOf(a), stemOf(b)))
  }

  it("an Arabic word behind any article has the stem of the bare word, however it begins and ends", () => {
    for (const word of ["حليب", "كالسيوم", "الياف", "فاصوليا", "وجبات", "ليمون", "بالوظة", "كاكاو", "زيتونات"]) {
      for (const article of ["ال", "وال", "بال", "كال", "فال", "لل"]) {
        assert.strictEqual(stemOf(article + word), stemOf(word), article + word)
      }
    }
  })
})
