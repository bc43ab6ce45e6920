/** What a unit measures: grams, millilitres, a household measure that has a volume, or so many of a food. */
export type UnitKind = "mass" | "volume" | "measure" | "count"

export interface Unit {
  readonly kind: UnitKind
  /** grams of a mass, millilitres of a volume or measure; a count has none */
  readonly factor: number
  /** how it is written in the three languages, dictionary forms; inflected ones are met by their stems */
  readonly spellings: ReadonlyArray<string>
}

const unit = (kind: UnitKind, factor: number, spellings: string): Unit => ({
  kind,
  factor,
  spellings: spellings.split(",").map((spelling) => spelling.trim())
})

/**
 * Avoirdupois ounce and pound, US customary fluid ounce, cup, pint and quart (NIST Handbook 44, appendix C), rounded to
 * the gram or millilitre where a household does no better. A Russian стакан and an Arab كأس is a glass, not a US cup.
 */
const table = {
  mg: unit("mass", 0.001, "mg, milligram, мг, миллиграмм, ملغ, ملجم, مليجرام"),
  g: unit(
    "mass",
    1,
    "g, gr, gm, gms, gram, grams, gramme, г, гр, грамм, граммов, غ, غم, جم, غرام, جرام, غرامات, جرامات, غراما, جراما"
  ),
  kg: unit("mass", 1000, "kg, kgs, kilo, kilos, kilogram, кг, кило, килограмм, كغ, كغم, كجم, كيلو, كيلوجرام, كيلوغرام"),
  oz: unit("mass", 28.35, "oz, ounce, ounces, унция, أونصة, أونصات, اوقية, أوقية"),
  lb: unit("mass", 453.6, "lb, lbs, pound, pounds, фунт, رطل, باوند"),
  ml: unit("volume", 1, "ml, mls, milliliter, millilitre, мл, миллилитр, مل, ملل, مللي, ملليلتر, مليلتر, ملي"),
  cl: unit("volume", 10, "cl, сл"),
  dl: unit("volume", 100, "dl, дл"),
  l: unit("volume", 1000, "l, liter, litre, л, литр, لتر, ليتر, لترات"),
  floz: unit("volume", 29.57, "fl oz, fluid ounce, fluid ounces"),
  pint: unit("volume", 473, "pint, pints, пинта"),
  quart: unit("volume", 946, "quart, quarts"),
  tsp: unit(
    "measure",
    5,
    "tsp, tsps, teaspoon, teaspoons, tea spoon, ч л, чл, чайная ложка, чайных ложек, чайной ложки, чайные ложки, чайную ложку, ч ложка, чайная ложечка, ملعقة صغيرة, ملعقة صغيرتين, ملعقة صغيرتان, ملاعق صغيرة, ملعقة شاي, ملاعق شاي, م ص"
  ),
  tbsp: unit(
    "measure",
    15,
    "tbsp, tbsps, tbs, tablespoon, tablespoons, table spoon, spoon, spoons, spoonful, ст л, стл, столовая ложка, столовых ложек, столовой ложки, столовые ложки, столовую ложку, ст ложка, ложка, ложек, ملعقة كبيرة, ملعقة كبيرتين, ملعقة كبيرتان, ملاعق كبيرة, ملعقة طعام, ملاعق طعام, ملعقة أكل, ملعقة سفرة, ملعقة, ملاعق, م ك"
  ),
  dessertspoon: unit("measure", 10, "dessert spoon, dessertspoon, десертная ложка, д л, дес л"),
  cup: unit("measure", 240, "cup, cups, cupful, كوب, أكواب, كوبا, كباية, كوبايه, كوباية"),
  glass: unit("measure", 250, "glass, glasses, tumbler, стакан, стаканчик, كأس, كاس, كؤوس, كاسة, قدح, أقداح"),
  mug: unit("measure", 300, "mug, mugs, кружка, مج, مق"),
  teacup: unit("measure", 200, "чашка, чашечка, пиала, teacup, tea cup, استكانة, بيالة"),
  coffeecup: unit("measure", 80, "فنجان, فناجين"),
  shot: unit("measure", 45, "shot, shots, рюмка, стопка, شوت"),
  wineglass: unit("measure", 150, "wine glass, wineglass, бокал"),
  bowl: unit(
    "measure",
    300,
    "bowl, bowls, bowlful, миска, пиалка, глубокая тарелка, وعاء, زبدية, سلطانية, بول, طاسة, زبديه, قصعة"
  ),
  plate: unit("measure", 280, "plate, plates, plateful, dish, тарелка, тарелочка, طبق, أطباق, صحن, صحون, نفر, انفار"),
  ladle: unit("measure", 120, "ladle, ladles, половник, поварешка, черпак, مغرفة"),
  handful: unit(
    "measure",
    60,
    "handful, handfuls, fistful, горсть, горстка, горсточка, жменя, пригоршня, حفنة, قبضة, حفنات, كمشة"
  ),
  pinch: unit("measure", 0.4, "pinch, dash, щепотка, رشة"),
  drizzle: unit("measure", 7, "drizzle, splash, капля, نقطة"),
  can: unit("count", 330, "can, cans, tin, tins, банка, баночка, жестянка, علبة, علب, عبوة"),
  bottle: unit("count", 500, "bottle, bottles, бутылка, бутылочка, زجاجة, زجاجات, قنينة, قارورة"),
  carton: unit("count", 250, "carton, cartons, коробочка, كرتونة"),
  pack: unit(
    "count",
    0,
    "pack, packs, packet, packets, package, bag, bags, sachet, pouch, box, пачка, упаковка, пакет, пакетик, коробка, كيس, أكياس, باكيت, باكت, صندوق"
  ),
  piece: unit(
    "count",
    0,
    "piece, pieces, item, items, x, кусок, куска, кусков, кусочек, кусочка, кусочков, قطعة, قطع, حبة, حبات, حبوب, حبه, ثمرة, ثمرات"
  ),
  /** said of what comes in pieces, never of a piece of something: it may stand behind without a comma */
  pc: unit("count", 0, "pc, pcs, шт, штука, штук, штуки, штучка"),
  /** a number right before a food: "2 eggs", "half a pizza" */
  whole: unit("count", 0, ""),
  slice: unit(
    "count",
    0,
    "slice, slices, rasher, rashers, wedge, wedges, ломтик, ломоть, ломтя, ломтика, долька, дольки, долек, слайс, شريحة, شرائح, شرايح, شرحات, مثلث"
  ),
  clove: unit("count", 0, "clove, cloves, зубчик, зубок, зубца, فص, فصوص"),
  bar: unit("count", 0, "bar, bars, плитка, لوح, ألواح, إصبع, أصابع"),
  scoop: unit("count", 0, "scoop, scoops, шарик, мерная ложка, بولة, كرة, كرات, سكوب"),
  loaf: unit("count", 0, "loaf, loaves, буханка, батон, лепешка, رغيف, أرغفة, رغيفا"),
  bunch: unit("count", 0, "bunch, bunches, пучок, гроздь, кисть, حزمة, باقة, عنقود, ربطة"),
  leaf: unit("count", 0, "leaf, leaves, лист, листик, ورقة, أوراق, ورقات"),
  stick: unit("count", 0, "stick, sticks, skewer, skewers, палочка, шампур, шпажка, سيخ, أسياخ, اسياخ, عود"),
  fillet: unit("count", 0, "fillet, fillets, filet, filets"),
  serving: unit(
    "count",
    0,
    "serving, servings, portion, portions, helping, order, порция, порции, порций, حصة, حصص, وجبة"
  )
} satisfies Record<string, Unit>

export type UnitId = keyof typeof table

export const units: Readonly<Record<UnitId, Unit>> = table

const isUnitId = (text: string): text is UnitId => Object.hasOwn(table, text)

export const unitIds: ReadonlyArray<UnitId> = Object.keys(table).filter(isUnitId)
