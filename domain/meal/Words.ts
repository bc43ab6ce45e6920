import { type Preparation, preparations, type Size } from "./MealItem.ts"
import { phraseTable, type PhraseTable } from "./PhraseTable.ts"

/**
 * Words that say something else than a food: `with` brings another food beside the first, `without` takes one away, `of`
 * and `in` describe the food before them (`over` does with milk or water), `on` and `and` begin another, `each` makes a weight one of a piece, `free`
 * takes away the food before it, `other` is no food whatever it is spelt like, `feed` is none for people, `meal` says that something was eaten, `skip`
 * says nothing about the food.
 */
export type Role =
  | "with"
  | "without"
  | "of"
  | "in"
  | "on"
  | "over"
  | "and"
  | "or"
  | "each"
  | "free"
  | "other"
  | "feed"
  | "meal"
  | "skip"

export type WordMeaning =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "size"; readonly size: Size }
  | { readonly kind: "preparation"; readonly preparation: Preparation }

const roles: Readonly<Record<Role, string>> = {
  with: "with, topped with, served with, along with, alongside, plus, с, со, вместе с, مع, باضافة, بالاضافة الى",
  without:
    "without, no, not, hold the, minus, except, did not eat, didn't eat, did not have, без, не, нет, кроме, не ел, не ела, не пил, не пила, بدون, بلا, من دون, من غير, دون, غير, لا, لم, ليس, ما عدا, لم اكل, لم اشرب, خالي من",
  of: "of, from, made of, made from, made with, из, от, из под, من",
  in: "in, в, во, في",
  on: "on, over, on top of, atop, على, فوق",
  over: "на",
  and: "and, then, also, followed by, и, а также, а, ещё, затем, потом, плюс, да, و, ثم, ايضا, كذلك, زائد",
  or: "or, или, либо, او",
  each: "each, apiece, per piece, каждый, каждая, каждое, по, كل منها, لكل, كل واحدة",
  free: "free, less",
  other:
    "minute, minutes, hour, hours, second, seconds, week, weeks, month, year, years, km, kilometer, meter, meters, metre, mile, miles, dollar, dollars, euro, euros, percent, degree, degrees, tooth paste, toothpaste, motor oil, engine oil, massage oil, hand cream, face cream, shaving cream, body butter, ice pack, зубная паста, зубной пасты, крем для рук, крем для лица, машинное масло, моторное масло, масло моторное, معجون اسنان, معجون الاسنان, زيت محرك, كريم اليدين, минута, минут, минуты, час, часа, часов, секунд, неделя, недели, месяц, год, года, лет, км, километр, метр, рубль, рублей, рубля, градус, процент, دقيقة, دقائق, ساعة, ساعات, ثانية, اسبوع, شهر, سنة, كيلومتر, متر, دولار, ريال, دينار, درهم, درجة",
  feed: "dog food, cat food, pet food, kibble, puppy, kitten, cat litter, fish food, bird seed, chicken feed, корм, корма, корм для собак, корм для кошек, кошачий корм, собачий корм, طعام القطط, طعام الكلاب, اكل القطط, اكل الكلاب, علف, دراي فود",
  meal: [
    "ate, eat, eaten, eating, drank, drink, drunk, drinking, consumed, breakfast, brunch, lunch, dinner, supper, snack, snacks, meal, meals, dessert, starter",
    "ел, ела, съел, съела, съели, поел, поела, кушал, кушала, скушал, скушала, выпил, выпила, пил, пила, перекусил, перекусила, позавтракал, позавтракала, пообедал, пообедала, поужинал, поужинала, на завтрак, на обед, на ужин, на перекус, на полдник, на десерт, на первое, на второе, на третье, завтрак, обед, ужин, перекус, полдник, десерт",
    "اكلت, اكل, كليت, تناولت, تناول, شربت, شرب, فطرت, افطرت, تغديت, تغذيت, تعشيت, فطور, الفطور, افطار, الافطار, غداء, الغداء, عشاء, العشاء, سحور, وجبة خفيفة, على الفطور, على الغداء, على العشاء, في الفطور, في الغداء, في العشاء"
  ].join(", "),
  skip: [
    "i, i've, i'm, we, my, me, he, she, they, it, its, this, that, these, the, some, any, about, around, approximately, approx, roughly, nearly, almost, just, only, extra, more, another, other, today, yesterday, morning, afternoon, evening, tonight, night, day, time, am, pm, was, were, is, are, be, been, have, had, has, ate, eat, eaten, eating, drank, drink, drunk, drinking, drinks, took, take, got, get, bought, made, cooked myself, consumed, for, at, to, by, as, on the side, side of, breakfast, brunch, lunch, dinner, supper, snack, snacks, dessert, meal, starter, main course, meals, food, menu, first, second, later, after, before, during, finished, followed, very, really, nice, good, tasty, delicious, yummy, homemade, home made, home, house, fresh, freshly, hot, cold, warm, iced, ripe, whole, plain, regular, standard, normal, simple, classic, traditional, big bite, chopped, diced, sliced, minced, shredded, grated, peeled, cubed, pickled, salted, marinated, cooked, roughly chopped, cut, skinless, boneless, with skin, without skin, skin on, skin off, in total, total, half eaten, leftover, worth, black, my usual, usual, approx, circa, ca, a little, little bit, bit, lots, lot, plenty, much, added, adding, add, spicy, sweet, salty, crunchy, creamy, crispy, organic, low fat, light, thick, thin, soft, lean, dark, healthy, quick, big plate, favourite, favorite, loaded, rare, medium rare, well done, medium well, combo, combo meal, set meal, drizzled, sprinkled, served, topped, mixed, filled, stuffed",
    "я, мы, он, она, мой, моя, мне, меня, это, этот, эта, сегодня, вчера, утром, утро, днем, день, вечером, вечер, ночью, ел, ела, съел, съела, съели, съесть, поел, поела, кушал, кушала, скушал, скушала, выпил, выпила, пил, пила, выпить, перекусил, перекусила, позавтракал, позавтракала, пообедал, пообедала, поужинал, поужинала, приготовил, приготовила, взял, взяла, купил, купила, был, была, было, были, на завтрак, на обед, на ужин, на перекус, на полдник, на десерт, на первое, на второе, на третье, завтрак, обед, ужин, перекус, полдник, десерт, первое, второе, третье, примерно, около, где-то, приблизительно, почти, всего, только, еще, немного, чуть, чуть-чуть, к, ко, для, по, у, у меня, себе, тоже, также, очень, вкусный, свежий, свежая, домашний, домашняя, домашние, горячий, холодный, теплый, обычный, простой, целый, целая, весь, нарезанный, маринованный, солёный, малосольный, квашеный, тертый, рубленый, порезанный, мелко, потом, после, перед, сначала, количество, вес, весом, объемом, объем, штуками, еда, блюдо, готовый, готовая, спелый, острый, сладкий, хрустящий, нежный, любимый, диетический, полезный, постный, нежирный, кожей, без кожи, с кожей, вприкуску, добавил, добавила, добавкой, съедено, рацион, меню, прием пищи, прием, пищи, на гарнир, гарнир, гарниром, за",
    "انا, نحن, هو, هي, هذا, هذه, اليوم, امس, صباحا, الصباح, مساء, المساء, ظهرا, الظهر, ليلا, الليل, اكلت, اكل, كليت, تناولت, تناول, شربت, شرب, اخذت, طبخت, فطرت, افطرت, تغديت, تغذيت, تعشيت, فطور, الفطور, افطار, الافطار, غداء, الغداء, عشاء, العشاء, سحور, وجبة خفيفة, حلوى, تحلية, تقريبا, حوالي, نحو, كان, كانت, عند, عندي, لدي, على الفطور, على الغداء, على العشاء, في الفطور, في الغداء, في العشاء, في الصباح, طازج, طازجة, ساخن, ساخنة, بارد, باردة, بيتي, منزلي, منزلية, لذيذ, لذيذة, فقط, ايضا, الى, بعد, قبل, ثم, جدا, كامل, كاملة, مقطع, مقطعة, مفروم ناعم, قليل, قليلا, بعض, شوية, شوي, بعدها, بجانب, جانب, الجانب, طعام, اكلة, مبشور, مقشر, ناضج, ناضجة, حار, حارة, صحي, صحية, خفيف, خفيفة, جاهز, عادي, عادية, سادة, مضاف, مضافة, اليه, اليها, الرئيسي, كوجبة"
  ].join(", ")
}

const sizes: Readonly<Record<Size, string>> = {
  small: "small, little, mini, tiny, маленький, небольшой, мелкий, малый, صغير, صغيرة, صغيرتين, صغيرين, صغار",
  medium:
    "medium, medium sized, average, regular sized, средний, среднего размера, متوسط, متوسطة, متوسطتين, متوسطين, وسط",
  large:
    "large, big, huge, extra large, large sized, jumbo, большой, крупный, огромный, كبير, كبيرة, كبيرتين, كبيرين, كبار"
}

const preparationWords: Readonly<Record<Preparation, string>> = {
  raw: "raw, uncooked, dry, dry weight, сырой, сухой, в сухом виде, ني, نية, نيئ, نيء, نيئة, غير مطبوخ, جاف, جافة, خام",
  boiled:
    "boiled, hard boiled, soft boiled, poached, cooked, вареный, отварной, сваренный, варить, всмятку, вкрутую, مسلوق, مسلوقة, مسلوقتين, مسلوقتان, مسلوقين, مسلوقات, مطبوخ, مطبوخة",
  fried:
    "fried, pan fried, deep fried, stir fried, sauteed, crispy, жареный, поджаренный, обжаренный, во фритюре, مقلي, مقلية, مقليتين, مقليتان, مقليين, مقليات, محمر, محمرة",
  grilled:
    "grilled, barbecued, bbq, charcoal grilled, broiled, на гриле, гриль, на мангале, مشوي, مشوية, مشويتين, مشويين, على الفحم, على الشواية",
  baked: "baked, roasted, roast, oven baked, запеченный, печеный, в духовке, مخبوز, مخبوزة, في الفرن, بالفرن, محمص",
  steamed: "steamed, на пару, паровой, приготовленный на пару, على البخار, بالبخار",
  stewed: "stewed, braised, тушеный, томленый, مطهو, يخنة",
  smoked: "smoked, копченый, مدخن, مدخنة",
  dried: "dried, сушеный, вяленый, مجفف, مجففة",
  canned: "canned, tinned, консервированный, معلب, معلبة",
  mashed: "mashed, pureed, пюре, размятый, مهروس, مهروسة"
}

const phrases = (listed: string): ReadonlyArray<string> => listed.split(",").map((phrase) => phrase.trim())

function* entries(): Generator<readonly [string, WordMeaning]> {
  const roleNames: ReadonlyArray<Role> = [
    "without",
    "with",
    "of",
    "in",
    "on",
    "over",
    "and",
    "or",
    "each",
    "free",
    "other",
    "feed",
    "meal",
    "skip"
  ]
  for (const preparation of preparations)
    for (const phrase of phrases(preparationWords[preparation])) yield [phrase, { kind: "preparation", preparation }]
  for (const size of ["small", "medium", "large"] as const)
    for (const phrase of phrases(sizes[size])) yield [phrase, { kind: "size", size }]
  for (const role of roleNames) for (const phrase of phrases(roles[role])) yield [phrase, { kind: "role", role }]
}

let table: PhraseTable<WordMeaning> | null = null

/** What the words of a meal besides foods, numbers and units mean, in the three languages. */
export const mealWords = (): PhraseTable<WordMeaning> => (table ??= phraseTable(entries()))
