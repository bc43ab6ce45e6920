import { describe } from "@effect/vitest"
import { states } from "../../../support/MealReading.ts"

describe("Arabic: numbers of all shapes", () =>
  states({
    "خمسة وعشرين جرام لوز": "almonds 25 g",
    "مية وخمسين جرام رز": "rice_white_cooked 150 g",
    "ميتين وخمسين جرام دجاج": "chicken_roasted 250 g",
    "مائة وخمسة وعشرين غرام أرز": "rice_white_cooked 125 g",
    "كيلو ونص لحم": "usda_169444 1.5 kg",
    "كيلو إلا ربع لحم": "usda_169444 0.75 kg",
    "ثلاث أرباع كيلو لحم": "usda_169444 0.75 kg",
    "ثلثين كوب رز": "rice_white_cooked 0.667 cup",
    "كوبين ونص حليب": "milk_whole 2.5 cup",
    "تفاحة ونص": "apple 1.5 whole",
    "رز ونص دجاجة": "rice_white_cooked, chicken_roasted 0.5 whole",
    "٣/٤ كوب رز": "rice_white_cooked 0.75 cup",
    "نص دزينة بيض": "egg_boiled 6 whole",
    "٢ من ٨ قطع بيتزا": "pizza_cheese 2 piece",
    "كوب مية": "water 1 cup",
    "المئة والثمانين غراماً من الرز": "rice_white_cooked 180 g",
    "جوج بيضات": "egg_boiled 2 whole",
    "لبن زبادي كامل الدسم مية وسبعين جرام": "yogurt_plain 170 g"
  }))

describe("Arabic: two of something in one word", () =>
  states({
    "كوبين حليب": "milk_whole 2 cup",
    "ملعقتين صغيرتين سكر": "sugar 2 tsp",
    بيضتين: "egg_boiled 2 whole",
    "حبتين تمر": "dates 2 pc",
    "شريحتين خبز توست": "bread_white 2 slice"
  }))

describe("Arabic: numbers behind their unit or food", () =>
  states({
    "أرز ١٥٠": "rice_white_cooked 150 g",
    "أرز (١٥٠ غ)": "rice_white_cooked 150 g",
    "جرام ١٥٠ رز": "rice_white_cooked 150 g",
    "رز جرام ١٥٠": "rice_white_cooked 150 g",
    "بيض عدد ٣": "egg_boiled 3 whole",
    "عدد 2 بيضة": "egg_boiled 2 whole",
    "رز بوزن ١٥٠ جرام": "rice_white_cooked 150 g"
  }))

describe("Arabic: units in all spellings", () =>
  states({
    "٢٠٠جم رز": "rice_white_cooked 200 g",
    "٢ م.ك عسل": "honey 2 tbsp",
    "١ م.ص سكر": "sugar 1 tsp",
    "٣ أقراص فلافل": "falafel 3 whole"
  }))

describe("Arabic: ranges, and what is not sure", () =>
  states({
    "حوالي ١٥٠ غرام أرز": "rice_white_cooked 150 g",
    "لا يزيد عن ١٠٠ جرام رز": "rice_white_cooked 100 g",
    "من ٢ إلى ٣ حبات تمر": "dates 2.5 pc",
    "٢ أو ٣ بيضات": "egg_boiled 2.5 whole",
    "بين ١٠٠ و ١٥٠ جرام رز": "rice_white_cooked 125 g"
  }))

describe("Arabic: what is multiplied", () =>
  states({
    "حبتين كل وحدة ٥٠ جرام كبة": "kibbeh 100 g",
    "٣ قطع ٥٠ جرام للقطعة كبة": "kibbeh 150 g",
    "٢ علبة كولا ٣٣٠ مل": "cola 660 ml",
    "جبن ٤٠ جم × ٢": "cheese_feta 80 g",
    "قهوة مرتين": "coffee 2 whole"
  }))

describe("Arabic: percentages", () =>
  states({
    "حليب ٢٪ كوب": "milk_reduced_fat 1 cup fat 2%",
    "٪٢ حليب كوب": "milk_whole 1 cup fat 2%",
    "زبادي دسم ٣٪ ١٥٠ جم": "yogurt_plain 150 g fat 3%",
    "لبن نسبة الدسم ١٪": "yogurt_plain fat 1%",
    "حليب ٢ بالمية كوب": "milk_whole 1 cup fat 2%",
    "شوكولاتة ٧٠٪ ٢٠ جم": "chocolate_milk 20 g",
    "خصم ٢٠٪ بيتزا قطعتين": "pizza_cheese 2 piece"
  }))

describe("Arabic: energies, and what is in a food", () =>
  states({
    "لوح شوكولاتة ٢٥٠ سعرة حرارية": "chocolate_milk 1 bar 250 kcal/whole",
    "٢ لوح شوكولاتة، ٢٠٠ سعرة لكل واحد": "chocolate_milk 2 bar 200 kcal/piece",
    "تفاحة ٥٢ سعرة لكل ١٠٠ جرام، ١٥٠ جرام": "apple 150 g 52 kcal/100g",
    "المجموع ٦٠٠ سعرة: رز ٢٠٠ جم، دجاج ١٠٠ جم": "rice_white_cooked 200 g, chicken_roasted 100 g",
    "٢٠٠ جم دجاج، ٣٠ جرام بروتين": "chicken_roasted 200 g",
    "بروتين ٣٠ جرام، دجاج ١٠٠ جم": "chicken_roasted 100 g"
  }))

describe("Arabic: times and dates", () =>
  states({
    "الساعة ٧ مساء بيتزا قطعتين": "pizza_cheese 2 piece",
    "٧:٣٠ صباحاً بيضتين": "egg_boiled 2 whole",
    "الساعة سبعة ونص بيضتين": "egg_boiled 2 whole",
    "الساعة ٨ إلا ربع فول": "ful_medames",
    "الساعة الثامنة صباحا فول": "ful_medames",
    "٧ ص بيضتين": "egg_boiled 2 whole",
    "بعد الساعة ٩ زبادي": "yogurt_plain",
    "٥ نوفمبر: بيضتين": "egg_boiled 2 whole",
    "بعد ٢٠ دقيقة موزة": "banana",
    "اليوم ٣ بيضات": "egg_boiled 3 whole"
  }))

describe("Arabic: what is numbered", () =>
  states({
    "١- بيض ٢- خبز": "egg_boiled, bread_pita",
    "الوجبة ٢: رز ١٠٠ جم": "rice_white_cooked 100 g",
    "يوم ٢: بيضتين": "egg_boiled 2 whole"
  }))

describe("Arabic: people, prices, and the rest", () =>
  states({
    "وزني ٨٠ كيلو وأكلت ٢٠٠ جرام رز": "rice_white_cooked 200 g",
    "عمري ٢٥ سنة وأكلت بيضتين": "egg_boiled 2 whole",
    "بيتزا لـ٤ أشخاص": "pizza_cheese",
    "بيتزا لشخصين": "pizza_cheese",
    "برجر ب٢٠ ريال": "usda_170694",
    "مشيت ١٠٠٠٠ خطوة، موزتين": "banana 2 whole",
    "٣ في ١ قهوة": "coffee"
  }))

describe("Arabic: what nothing explains", () =>
  states({
    "٤٢ ٣ بيضات": "egg_boiled 42 whole ? ٣"
  }))
