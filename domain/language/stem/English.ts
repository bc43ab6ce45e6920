import { irregularForms } from "./IrregularForms.ts"
import { type Stem, snowball } from "./Snowball.ts"

/** Plurals that Snowball does not bring together, and words that it would take for another food. */
const irregular = irregularForms([
  "leaf leaves",
  "loaf loaves",
  "half halves",
  "calf calves",
  "knife knives",
  "goose geese",
  // not organs, not corn, not ice
  "organic",
  "corned",
  "icing",
  // what is put on or into food is no form of the adjective beside it
  "breaded breading",
  "filling fillings",
  "topping toppings",
  "stuffing stuffings",
  "frosting frostings",
  "dressing dressings",
  "chopped",
  "rolled",
  "whiting whitings",
  "puree purees pureed",
  // several spellings of one word
  "yogurt yogurts yoghurt yoghurts yoghourt yoghourts yogourt yogourts jogurt jogurts",
  "chili chilis chilies chilli chillis chillies chile chiles",
  "doughnut doughnuts donut donuts",
  "omelet omelets omelette omelettes",
  "fiber fibers fibre fibres",
  "fillet fillets filet filets",
  "barbecue barbecued barbecues barbeque barbequed bbq",
  "ketchup ketchups catsup",
  "licorice liquorice",
  "lasagna lasagnas lasagne lasagnes",
  "linguine linguini",
  "fettuccine fettuccini fettucine fettucini",
  "bolognese bolognaise",
  "hummus houmous hommus hoummos houmus",
  "kebab kebabs kabob kabobs kebap",
  "falafel falafels felafel",
  "whiskey whiskeys whisky whiskies",
  "gelatin gelatins gelatine",
  "soy soya",
  "decaf decaffeinated",
  "gray grey",
  "pilaf pilau pilaff",
  "pita pitas pitta pittas",
  "tofu tofus",
  "kefir kefirs kephir",
  "soybean soybeans soyabean soyabeans",
  "mollusk mollusks mollusc molluscs",
  "chamomile camomile",
  "cardamom cardamon",
  "pimiento pimientos pimento pimentos",
  "emmental emmentaler emmenthal emmenthaler",
  "confectionery confectioneries confectionary",
  "worcestershire worcester",
  "aluminum aluminium"
])

/** British to American; only where the whole family of a word is spelt so (not: anise, raised, four) */
const britishOur = /^(flav|col|sav|fav|od|vap)our/
const britishIse = /^(stabil|iod|caramel|pasteur|homogen|crystall|steril|tender|mineral|organ)is(?=[eia])/
const american = (word: string): string =>
  word.replace(britishOur, "$1or").replace(britishIse, "$1iz").replace("sulph", "sulf")

const stem = snowball("english")

/** Snowball English in American spelling, with the irregular words of food. */
export const stemEnglish: Stem = (word) => irregular.get(word) ?? stem(american(word))
