import { tokenize } from "../language/Tokenizer.ts"

/** Words for a kind of food; a food right behind them says which (*сок яблоко*, *عصير برتقال*) and is not another item. */
const classWords: ReadonlySet<string> = new Set(
  tokenize(
    "салат суп каша сок пюре филе котлета сыр чай варенье джем запеканка пирог пирожок паста рулет соус масло хлеб мука хлопья лапша " +
      "крем мороженое печенье конфета шоколад батончик коктейль смузи компот морс напиток йогурт колбаса рагу мясо рыба крылышки " +
      "грудка бедро голень икра бульон паштет бутерброд сэндвич пицца вареники пельмени оладьи блины зразы тефтели чипсы " +
      "شوربة حساء سلطة عصير خبز فطيرة كيك مربى جبن جبنة زيت صلصة لحم سمك صدر فخذ حليب شاي قهوة مرق عصيدة يخنة طاجن شطيرة " +
      "ساندويتش ساندويش بيتزا معكرونة كبدة بسكويت كعك رقائق زبدة بودينغ مهلبية دبس فتة محشي كبة عجينة كباب فيليه طبق "
  ).map(({ stem }) => stem)
)

export const isClassWord = (stem: string): boolean => classWords.has(stem)

/** What a food is cooked in rather than served on: *каша на молоке*. */
export const isMedium = (record: string): boolean =>
  /^c_(?:milk|water|kefir|cream|butter|.*_oil|ghee|chicken_stock|beef_stock|margarine|soy_milk|almond_milk)/.test(
    record
  )

/** What is left out together with something else: "without milk and sugar". */
export const isAddition = (record: string): boolean =>
  /^c_(?:sugar|milk|cream|salt|butter|mayonnaise|sour_cream|ketchup|honey|lemon|soy_sauce|mustard|ghee|.*_oil|.*dressing|.*sauce|.*syrup|onion|pickled)/.test(
    record
  ) && !/cookie/.test(record)

export const isEgg = (record: string): boolean => /^c_egg(?:$|_)/.test(record)

export const isWater = (record: string): boolean => record === "c_water"

export const isFat = (record: string): boolean => /^c_(?:butter(?:_salted)?|ghee|margarine|.*_oil)$/.test(record)
