import { describe } from "@effect/vitest"
import { states } from "../../../support/MealReading.ts"

describe("Russian: numbers of all shapes", () =>
  states({
    "1,500 кг картошки": "potato_boiled 1.5 kg",
    "1 500 г арбуза": "watermelon 1500 g",
    "полтора стакана молока": "milk_whole 1.5 glass",
    "полкило картошки": "potato_boiled 0.5 kg",
    "пол-литра молока": "milk_whole 0.5 l",
    "пол яблока": "apple 0.5 whole",
    "2 половинки авокадо": "avocado 1 whole",
    "полдюжины яиц": "egg_boiled 6 whole",
    "три четверти стакана риса": "rice_white_cooked 0.75 glass",
    "два с половиной стакана молока": "milk_whole 2.5 glass",
    "килограмм с четвертью картошки": "potato_boiled 1.25 kg",
    "пара-тройка яиц": "egg_boiled 2.5 whole",
    "два десятка яиц": "egg_boiled 20 whole",
    "двести пятьдесят граммов гречки": "buckwheat_cooked 250 g",
    "ста пятидесяти граммов риса": "rice_white_cooked 150 g",
    "омлет из 3-х яиц": "egg_omelette 3 whole",
    "2 из 8 кусков пиццы": "pizza_cheese 2 piece"
  }))

describe("Russian: numbers behind their unit", () =>
  states({
    "граммов 150 куриной грудки": "chicken_breast_roasted 150 g",
    "курица, грамм на 200": "chicken_roasted 200 g",
    "оливье грамм 200, селёдка под шубой ложки три, бокал шампанского":
      "olivier 200 g, herring_salad 3 tbsp, usda_173200 1 wineglass",
    "яйца штуки три": "egg_boiled 3 pc",
    "штук пять пельменей": "pelmeni 5 pc",
    "ложки две мёда": "honey 2 tbsp",
    "молока литра полтора": "milk_whole 1.5 l",
    "риса г так 150": "rice_white_cooked 150 g",
    "кол-во 3 яйца": "egg_boiled 3 whole",
    "рис, вес порции 150 г": "rice_white_cooked 150 g",
    "банка 0,5 пива": "usda_168746 0.5 l",
    "бутылка кваса 0.5 л": "kvass 0.5 l",
    "молока 3,2% грамм триста": "milk_whole 300 g fat 3.2%",
    "сгущёнки сорок граммчиков": "milk_condensed_sweetened 40 g"
  }))

describe("Russian: numbers in one word with their unit", () =>
  states({
    "двухсотграммовый стейк": "usda_169458 200 g",
    "150-граммовый стейк": "usda_169458 150 g",
    "полуторалитровая бутылка воды": "water 1.5 l",
    рис150г: "rice_white_cooked 150 g"
  }))

describe("Russian: units in all spellings", () =>
  states({
    "3ст.л. мёда": "honey 3 tbsp",
    "2 ст/л мёда": "honey 2 tbsp",
    "2 стол. ложки мёда": "honey 2 tbsp",
    "1 ч/л сахара": "sugar 1 tsp",
    "2шт яйца": "egg_boiled 2 pc",
    "рис — 150 гр.": "rice_white_cooked 150 g",
    "150 грам риса": "rice_white_cooked 150 g",
    "глоток молока": "milk_whole 1 sip",
    "3 кубика сахара": "sugar 3 piece"
  }))

describe("Russian: what is not sure", () =>
  states({
    "примерно 150 г риса": "rice_white_cooked 150 g",
    "где-то 150 г риса": "rice_white_cooked 150 g",
    "не более 100 г риса": "rice_white_cooked 100 g",
    "до 200 г риса": "rice_white_cooked 200 g",
    "риса 150 г или около того": "rice_white_cooked 150 g"
  }))

describe("Russian: ranges", () =>
  states({
    "от 100 до 150 г риса": "rice_white_cooked 125 g",
    "с 100 до 150 г риса": "rice_white_cooked 125 g",
    "две-три ложки мёда": "honey 2.5 tbsp",
    "2 или 3 яйца": "egg_boiled 2.5 whole",
    "1.5-2 л воды": "water 1.75 l"
  }))

describe("Russian: what is multiplied or added", () =>
  states({
    "2 х 40г сыра": "cheese_gouda 80 g",
    "сыр 40г х 2": "cheese_gouda 80 g",
    "3 шт по 50 г котлеты": "cutlet 150 g",
    "2 котлеты 80 г/шт": "cutlet 160 g",
    "2 котлеты весом 80 г каждая": "cutlet 160 g",
    "2 упаковки по 4 шт сосисок": "frankfurter 8 pc",
    "3 раза по 200 г риса": "rice_white_cooked 600 g",
    "два по сто водки": "usda_174818 200 g",
    "половина банки 400 г фасоли": "beans_kidney_red_cooked 200 g",
    "1 кг 200 г картошки": "potato_boiled 1.2 kg"
  }))

describe("Russian: percentages", () =>
  states({
    "творог 200г 5%": "curd_5 200 g fat 5%",
    "творог 200г 5% яблоко 1 шт": "curd_5 200 g fat 5%, apple 1 pc",
    "пятипроцентный творог 200 г": "curd_5 200 g fat 5%",
    "творог 5-процентный 200 г": "curd_5 200 g fat 5%",
    "творог жирностью 9% 200 г": "curd_5 200 g fat 9%",
    "творог с жирностью 9%": "curd_5 fat 9%",
    "молоко 3,2 200 мл": "milk_whole 200 ml fat 3.2%",
    "кефир 1 200 мл": "kefir 200 ml fat 1%",
    "двухпроцентное молоко 200 мл": "milk_whole 200 ml fat 2%",
    "хлеб 200 г 2% молоко 200 мл": "bread_white 200 g, milk_reduced_fat 200 ml fat 2%",
    "шоколад 85% 4 дольки": "chocolate_milk 4 slice",
    "сок 100% 200 мл": "orange_juice 200 ml",
    "пиво 0.5 л 4,5%": "usda_168746 0.5 l",
    "водка 40% 50 мл": "usda_174818 50 ml",
    "съел 50% от пиццы": "pizza_cheese 0.5 whole",
    "скидка 20% пицца 2 куска": "pizza_cheese 2 piece"
  }))

describe("Russian: energies", () =>
  states({
    "батончик на 300 ккал": "usda_168756 300 kcal/whole",
    "батончик (210 ккал)": "usda_168756 210 kcal/whole",
    "1 200 ккал бургер": "usda_170694 1200 kcal/whole",
    "2 батончика по 200 ккал": "usda_168756 2 whole 200 kcal/piece",
    "калорийность 52 ккал на 100 г, яблоко 150 г": "apple 150 g 52 kcal/100g",
    "яблоко 150 г, на 100 г: 52 ккал": "apple 150 g 52 kcal/100g",
    "йогурт 400 кДж": "yogurt_plain 95.6 kcal/whole",
    "всего 600 ккал: рис 200 г, курица 100 г": "rice_white_cooked 200 g, chicken_roasted 100 g",
    "сжёг 300 ккал, съел банан": "banana"
  }))

describe("Russian: what is in a food, which is no amount of it", () =>
  states({
    "курица 100 г, 20 г белка": "chicken_roasted 100 g",
    "белки-30, жиры-10, углеводы-50, рис 200 г": "rice_white_cooked 200 g",
    "КБЖУ 500/30/20/50 рис 200 г": "rice_white_cooked 200 g",
    "рис 200 г (Б 5 Ж 1 У 50)": "rice_white_cooked 200 g",
    "2 белка и 1 желток": "egg_white 2 whole, egg_yolk 1 whole"
  }))

describe("Russian: times and dates", () =>
  states({
    "в 13:30 борщ, тарелка": "borscht 1 plate",
    "в 13.30 борщ": "borscht",
    "в 13-30 борщ": "borscht",
    "в 8 2 яйца": "egg_boiled 2 whole",
    "в 8 яичница": "egg_fried",
    "часов в 9 стакан кефира": "kefir 1 glass",
    "около 9 вечера стакан кефира": "kefir 1 glass",
    "с 8 до 9 утра: каша": "oatmeal_cooked",
    "12 часов дня: борщ": "borscht",
    "в половине восьмого каша": "oatmeal_cooked",
    "8.30 кофе 12.30 суп": "coffee, usda_174564",
    "после 6 только кефир": "kefir",
    "5 ноября: 2 яйца": "egg_boiled 2 whole",
    "27 ноября 2026 г. яйца 2 шт": "egg_boiled 2 pc",
    "25.12 рис 100 г": "rice_white_cooked 100 g",
    "за 2 часа до тренировки банан": "banana",
    "3 дня ел рис": "rice_white_cooked"
  }))

describe("Russian: what is numbered", () =>
  states({
    "1. яйца 2. тост": "egg_boiled, usda_174925",
    "1) 2 яйца": "egg_boiled 2 whole",
    "Приём пищи 2 - рис 100 г": "rice_white_cooked 100 g",
    "день 2: 2 яйца": "egg_boiled 2 whole",
    "2-й завтрак: йогурт": "yogurt_plain",
    "завтрак 2 яйца": "egg_boiled 2 whole"
  }))

describe("Russian: people, prices, and the rest", () =>
  states({
    "рост 180 см вес 80 кг, съел 2 яйца": "egg_boiled 2 whole",
    "мой вес 80 кг, съел 200 г риса": "rice_white_cooked 200 g",
    "мужчина 80 кг, 2 яйца": "egg_boiled 2 whole",
    "похудел на 5 кг, ем 2 яйца": "egg_boiled 2 whole",
    "ребёнок 3 года съел 1 банан": "banana 1 whole",
    "пицца на двоих": "pizza_cheese",
    "пицца, делили на 3": "pizza_cheese",
    "бургер за 300 рублей": "usda_170694",
    "бургер 300₽": "usda_170694",
    "запекал при 180 градусах, курица 200 г": "chicken_roasted 200 g",
    "10 000 шагов, 2 банана": "banana 2 whole",
    "телефон 89161234567, 2 яйца": "egg_boiled 2 whole"
  }))

describe("Russian: names that hold numbers", () =>
  states({
    "пицца 4 сыра 2 куска": "pizza_cheese 2 piece",
    "балтика 7 0,5 л": "usda_168746 0.5 l",
    "кофе 3 в 1": "coffee"
  }))

describe("Russian: what nothing explains", () =>
  states({
    "42 3 яйца": "egg_boiled 42 whole ? 3",
    "бургер 12.99": "usda_170694 ? 12.99"
  }))
