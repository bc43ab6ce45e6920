import { assert, describe, it } from "@effect/vitest"
import { tokenize } from "../../../domain/language/Tokenizer.ts"
import { relatedNoun, relatedStems } from "../../../domain/language/stem/RelatedNouns.ts"

const stemOf = (word: string) => tokenize(word)[0]?.stem

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
  курица куры кур курами курочка | рожь ржи | лён льна | молоки молок | лист листья листьев | чипсы чипсов
  огурец огурчики огурчиков | морковь морковка морковкой | картошка картошечка | чеснок чесночок | орех орешки орешков
  яйцо яичко | вишня вишенки вишенка | оладьи оладушки | печенье печеньки печенек | вафли вафелька | булка булочки булочек
  сухари сухариков | чай чаёк | кофе кофеёк | сельдь селёдка | грибы грибочки | лук лучок | перец перчик | индейка индюшка
  котлета котлетки | конфета конфетки конфеток | сушёный сушенный | лимонный лимонная лимонного | ветчинный ветчинная
  пельмени пельменей | кусочек кусочки кусочков | булочка булочек | хлопья хлопьев | мидии мидий
  yogurt yoghurt yoghurts | chili chilli chile chillies | doughnut donut donuts | omelette omelet | fibre fiber
  flavour flavor flavoured flavored | caramelised caramelized caramel | pasteurised pasteurized | savoury savory | grey gray
  fillet filet fillets | barbecue barbeque bbq | mango mangoes mangos | oat oats | calorie calories | halves half
  dried dry | roasted roast | anchovy anchovies | whisky whiskey | lasagne lasagna
  pita pitta | sulphite sulfite | stabiliser stabilizer | emmental emmentaler | soybean soyabeans | kefir kephir
  cливочное сливочное | aроматизатор ароматизаторы | молокo молоко | е322 e322
  tomato tomatoes | berry berries | leaf leaves | potato potatoes | cherry cherries | loaf loaves | kellogg kellogg's
  olive olives | peach peaches | cookie cookies | egg eggs
  حليب الحليب بالحليب للحليب والحليب وبالحليب | تفاح تفاحة التفاح | بيض البيض بيضة بالبيض | دجاج الدجاج دجاجة
  أرز ارز الأرز | جبن جبنة الجبن بالجبنة | سمك السمك أسماك | خضار خضروات الخضروات | كالسيوم الكالسيوم بالكالسيوم
  ألياف الألياف بالألياف | زيتون الزيتون بالزيتون | ليمون ليمونة بالليمون | عصير عصائر
  ماء مياه المياه | خل الخل بالخل | أرز رز الرز | شوكولاتة شوكولاته شيكولاتة شوكلاته الشوكولاتة | معكرونة مكرونة المكرونة
  بسكويت بسكوت | سباغيتي سباجيتي سباجتي | برجر برغر | كاتشب كتشب | ساندويتش ساندوتش سندويش | تونا تونة | مانجو مانجا
  موز موزة الموز | كيك كيكة | لحم لحوم | فاكهة فواكه | نكهة بنكهة | أحمر حمراء | ألبان الألبان | ألواح لوح | صدر صدور
  أفخاذ فخذ | فاصوليا فاصولياء | بازلاء بازيلا | نعناع نعنع | زبدة الزبدة | قهوة القهوة | شاي الشاي`
  .split(/[|\n]/)
  .map((group) => group.trim().split(" "))
  .filter((group) => group.length > 1)

/** words of different foods */
const different = `
  печень печенье | сыр сырой | лосось лось | соя со | варенье вареный | молоко молния
  сыр сырок | творог творожок | пирог пирожок | горох горошек | колбаса колбаска | батон батончик | хлеб хлебец | блин блинчик
  молоко молоки | зелень зелёный | филе фило | лимон лимонный | ветчина ветчинный | макароны макаронный | сало салями
  слива сливки | гречка грецкий | мороженое мороженный | курица куриный | молоко молочный
  pasta paste | cookie cook | bread breaded | top topping | fill filling | roll rolled | chop chopped | anise anize | white whiting
  لبن ألبان | لبن لبناني | شعير شعيرية | لوز لوزين | حلو حلوى | روبيان روب | جبة وجبة | زبدة زبادي | كريم كرم | كاف كافيين
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

  it("an adjective of food leads to its noun and back, whatever its form", () => {
    const related = `молочная молоко | яблочного яблоко | куриные курица | говяжий говядина | свиной свинина | гречневая гречка
      рисовый рис | творожная творог | томатном томат | овсяные овёс | овсяная овсянка | пшённая пшено | лимонный лимон | сырный сыр
      икорный икра | крабовые крабы | кукурузные кукуруза | creamy cream | cheesy cheese | salty salt | chocolatey chocolate`
    for (const pair of related.split(/[|\n]/)) {
      const [adjective = "", noun = ""] = pair.trim().split(" ").map(stemOf)
      assert.include(relatedStems(adjective ?? ""), noun, pair)
      assert.include(relatedStems(noun ?? ""), adjective, pair)
      assert.isNotNull(relatedNoun(adjective ?? ""), pair)
      assert.notStrictEqual(adjective, noun, pair)
    }
    assert.isNull(relatedNoun("солнечн"))
    assert.deepStrictEqual(relatedStems("солнечн"), [])
  })

  it("an Arabic word behind any article has the stem of the bare word, however it begins and ends", () => {
    for (const word of ["حليب", "كالسيوم", "الياف", "فاصوليا", "وجبات", "ليمون", "بالوظة", "كاكاو", "زيتونات"]) {
      for (const article of ["ال", "وال", "بال", "كال", "فال", "لل"]) {
        assert.strictEqual(stemOf(article + word), stemOf(word), article + word)
      }
    }
  })
})
