import { assert, describe, it } from "@effect/vitest"
import type { Limit } from "../../../domain/semantic/Limits.ts"
import { readText } from "../../../domain/semantic/NeedReader.ts"

/** `fat 1..2`, `kcal ..100`, `protein 20../portion` */
const shown = ({ max, min, nutrient, per }: Limit): string =>
  `${nutrient} ${min ?? ""}..${max ?? ""}${per === "portion" ? "/portion" : ""}`

const limitsOf = (query: string): ReadonlyArray<string> => readText(query, "query").limits.map(shown)

const wordsLeft = (query: string): string =>
  readText(query, "query")
    .tokens.map(({ written }) => written)
    .join(" ")

describe("The limits of a need", () => {
  it.each([
    ["snack under 100 kcal", "kcal ..100"],
    ["fewer than 150 calories", "kcal ..150"],
    ["soup with less than 5 g of fat", "fat ..5"],
    ["over 20 grams of fat", "fat 20.."],
    ["at least 20g protein", "protein 20.."],
    ["no more than five grams of sugar, cereal", "sugar ..5"],
    ["up to 200 calories", "kcal ..200"],
    ["max carbs 10 lunch", "carb ..10"],
    ["min protein 15 g", "protein 15.."],
    ["protein 20 g or more", "protein 20.."],
    ["20+ g protein", "protein 20.."],
    ["20g+ protein yogurt", "protein 20.."],
    ["food w 500+ cals", "kcal 500.."],
    ["sub-50 calorie veg", "kcal ..50"],
    ["fiber > 10g bread", "fiber 10.."],
    ["sugar <= 4 yogurt", "sugar ..4"],
    ["crisps with salt 0.5g or lower", "salt ..0.5"],
    ["sodium under 140 mg soup", "salt ..0.35"],
    ["less than 400mg sodium", "salt ..1"],
    ["saturated fat below 2 g", "fat ..2"],
    ["not over 5 g fat", "fat ..5"],
    ["cheese that isn't over 300 kcal", "kcal ..300"],
    ["between 10 and 20 g protein", "protein 10..20"],
    ["100-150 kcal", "kcal 100..150"],
    ["from 5 to 10 grams of sugar", "sugar 5..10"],
    ["10 to 15 g carbs", "carb 10..15"],
    ["1,000 calories or less", "kcal ..1000"],
    ["around 100 kcal", "kcal 90..110"],
    ["under 500 kJ", "kcal ..119.5"],
    ["150cal snack or less", "kcal ..150"],
    ["twenty five grams of protein or more", "protein 25.."],
    ["under one hundred and twenty calories", "kcal ..120"],
    ["protein snack with at least 10 g", "protein 10.."],
    ["zero sugar drinks", "sugar ..0.5"],
    ["0 g fat yogurt", "fat ..0.5"],
    ["milk 2%", "fat 1.5..2.5"],
    ["milk with 1 to 2 percent fat", "fat 1..2"],
    ["لحم دهونه من ٥ ل ١٠", "fat 5..10"],
    ["أطعمة تتراوح أليافها بين ٧ و١٢ غراماً", "fiber 7..12"],
    ["وجبة وما تزيد عن ٦٠٠ كالوري", "kcal ..600"],
    ["каша, в тарелке углеводов 25-35 г", "carb 25..35/portion"],
    ["до 150 ккал", "kcal ..150"],
    ["не больше 10 г сахара", "sugar ..10"],
    ["не менее 20 г белка", "protein 20.."],
    ["белок от 20", "protein 20.."],
    ["творог белка от 18 г", "protein 18.."],
    ["калорий до 100", "kcal ..100"],
    ["калорий не выше 90", "kcal ..90"],
    ["от 5 до 10 г жира", "fat 5..10"],
    ["суп тридцать-сорок калорий", "kcal 30..40"],
    ["йогурт, сахара максимум 4,5 грамма", "sugar ..4.5"],
    ["свыше 30 граммов белка", "protein 30.."],
    ["колбаса где соли < 1,5 г", "salt ..1.5"],
    ["сыр жирностью не выше 17%", "fat ..17"],
    ["творог 5%", "fat 4.5..5.5"],
    ["молоко жирнее 3 процентов", "fat 3.."],
    ["сметана 10-15 процентов жира", "fat 10..15"],
    ["жира и сахара меньше 5 г", "fat ..5|sugar ..5"],
    ["двадцать пять граммов белка или больше", "protein 25.."],
    ["не превышает 1 000 ккал", "kcal ..1000"],
    ["клетчатка 8+ хлебцы", "fiber 8.."],
    ["натрия не более 120 мг", "salt ..0.3"],
    ["примерно 200 ккал", "kcal 180..220"],
    ["أقل من 100 سعرة", "kcal ..100"],
    ["لا يزيد عن ٥ جرام سكر", "sugar ..5"],
    ["بروتين فوق 20", "protein 20.."],
    ["على الأقل ٢٠ غرام بروتين", "protein 20.."],
    ["٢٠ جم بروتين على الأقل", "protein 20.."],
    ["أكثر من 10 غ ألياف", "fiber 10.."],
    ["تحت 200 كالوري", "kcal ..200"],
    ["بين ١٥٠ و ٢٠٠ سعرة حرارية", "kcal 150..200"],
    ["بين ١٥٠ و٢٠٠ سعرة", "kcal 150..200"],
    ["من 10 إلى 20 جرام بروتين", "protein 10..20"],
    ["من خمسين لتمانين سعرة", "kcal 50..80"],
    ["عشرين جرام بروتين", "protein 20.."],
    ["خمسة وعشرين جرام بروتين أو أكثر", "protein 25.."],
    ["الدهون ما تعدي خمسة", "fat ..5"],
    ["ملح أقل من ٠٫٣ غرام", "salt ..0.3"],
    ["صوديوم تحت ٢٠٠ ملغ", "salt ..0.5"],
    ["حليب دسمه من ١ الى ٢ بالميه", "fat 1..2"],
    ["مكسرات بروتينها فوق العشرين", "protein 20.."],
    ["low sodium crackers, under 100mg", "salt ..0.25"],
    ["juice with less than 10 g sugar, no pulp", "sugar ..10"],
    ["drinks with less than half a gram of sugar", "sugar ..0.5"],
    ["колбаса, соли не больше полутора грамм", "salt ..1.5"]
  ])("%s: %s", (query, expected) => {
    assert.deepStrictEqual(limitsOf(query).toSorted().join("|"), expected)
  })

  it.each([
    ["20 g protein snack", "protein 20.."],
    ["10 g fibre bread", "fiber 10.."],
    ["100 calorie snack", "kcal ..100"],
    ["100 ккал", "kcal ..100"],
    ["5 g sugar cereal", "sugar ..5"],
    ["كارب ٥", "carb ..5"],
    ["15 جم بروتين", "protein 15.."]
  ])("a bare number is the least of protein and fibre, the most of all else: %s", (query, expected) => {
    assert.deepStrictEqual(limitsOf(query), [expected])
  })

  it.each([
    ["meat with 25 g of protein or more and not over 5 fat", "protein 25..", "fat ..5"],
    ["sugar max 5 g protein min 20 g", "sugar ..5", "protein 20.."],
    ["at least 20 g protein max 5 g sugar", "protein 20..", "sugar ..5"],
    ["carbs 20-30g protein at least 10, breakfast", "carb 20..30", "protein 10.."],
    ["under 200 kcal and over 15 g protein", "kcal ..200", "protein 15.."],
    ["20 g protein at least, fat under 5 g", "protein 20..", "fat ..5"],
    ["protein at least 10 and at most 20 g", "protein 10..", "protein ..20"],
    ["не менее двадцати граммов белка и не больше трёх жира", "protein 20..", "fat ..3"],
    ["батончик: сахар ≤ 5, белок ≥ 20", "sugar ..5", "protein 20.."],
    ["от 20 г белка до 100 ккал", "protein 20..", "kcal ..100"],
    ["عشرين جرام بروتين على الأقل والدهون ما تعدي خمسة", "protein 20..", "fat ..5"],
    ["بروتين فوق 20 وسعرات أقل من 200", "protein 20..", "kcal ..200"],
    ["bar with 10 g protein a serving but under 450 kcal per 100 g", "protein 10../portion", "kcal ..450"]
  ])("several in one need: %s", (query, ...expected) => {
    assert.deepStrictEqual(limitsOf(query), expected)
  })

  it.each([
    ["30 grams protein per serving ready meal", "protein 30../portion"],
    ["a portion of dinner that stays below 400 kcal", "kcal ..400/portion"],
    ["under 5 g sugar per bar", "sugar ..5/portion"],
    ["обед чтоб порция выходила килокалорий 500, не больше", "kcal ..500/portion"],
    ["минимум 10 грамм белка на порцию", "protein 10../portion"],
    ["وجبة الحصة منها ما تتجاوز ٣٥٠ كالوري", "kcal ..350/portion"],
    ["أقل من 5 جرام سكر في الحصة", "sugar ..5/portion"],
    ["under 5 g sugar per 100 g", "sugar ..5"],
    ["меньше 5 г сахара на 100 г", "sugar ..5"]
  ])("per portion, or per 100 g: %s", (query, expected) => {
    assert.deepStrictEqual(limitsOf(query), [expected])
  })

  it.each([
    ["5 minute snack"],
    ["breakfast in under 10 minutes"],
    ["2 eggs"],
    ["dinner for 4 people"],
    ["7up"],
    ["food for a 3 year old"],
    ["5 ingredients or less"],
    ["high protein snack under 5 ingredients"],
    ["omega 3 fish"],
    ["vitamin b12"],
    ["at least some protein"],
    ["100 g cottage cheese"],
    ["2 sugar cookies"],
    ["2000 kcal a day"],
    ["70% chocolate"],
    ["juice 100%"],
    ["dinner before 7"],
    ["sugar free for 3 kids"],
    ["half fat milk"],
    ["a few calories"],
    ["перекус за 5 минут"],
    ["ребёнку 2 года"],
    ["ужин до 7 вечера"],
    ["пара яиц"],
    ["уксус 9%"],
    ["без сахара"],
    ["до 200 рублей"],
    ["أكل لطفل عمره 3 سنوات"],
    ["عشاء لأربعة أشخاص"],
    ["وجبة في 10 دقائق"]
  ])("%s states none", (query) => {
    assert.deepStrictEqual(limitsOf(query), [])
  })

  it.each([
    ["yogurt with at least 10 g protein", "yogurt"],
    ["snacks between 100 and 150 calories", "snacks"],
    ["творог белка от 18 г", "творог"],
    ["زبادي أقل من 100 سعرة", "زبادي"],
    ["low fat yogurt under 100 kcal", "low fat yogurt"]
  ])("takes its words out of the rest: %s leaves %s", (query, rest) => {
    assert.strictEqual(wordsLeft(query).replace(" with", ""), rest)
  })
})
