import { describe } from "@effect/vitest"
import { tells } from "../../support/MealReading.ts"

describe("what corrects something said before, in English", () =>
  tells({
    "200g rice... wait, 150g rice": "rice_white_cooked 150 g",
    "200 g rice, actually 150": "rice_white_cooked 150 g",
    "200 g rice? no, 150 g": "rice_white_cooked 150 g",
    "200g rice, chicken, no wait, 150g rice": "rice_white_cooked 150 g, chicken_roasted",
    "2 eggs, sorry, 3 eggs": "egg_boiled 3 whole",
    "2 eggs, make that three": "egg_boiled 3 whole",
    "rice, I mean pasta": "pasta_cooked",
    "200 g rice, I mean pasta": "pasta_cooked 200 g",
    "rice, no, pasta": "pasta_cooked",
    "200 g rice, no, 150": "rice_white_cooked 150 g",
    "rice not 200 but 150 g": "rice_white_cooked 150 g",
    "not 200 g but 150 g of rice": "rice_white_cooked 150 g",
    "2 cups of rice, scratch that, 1 cup": "rice_white_cooked 1 cup",
    "2 eggs and a coffee, scratch that": "egg_boiled 2 whole",
    "three eggs but only ate two": "egg_boiled 2 whole",
    "a 50 g bar, specifically a snickers bar": "usda_169589 50 g",
    "I mean 2 eggs": "egg_boiled 2 whole",
    "toast and, actually, an egg": "usda_174925, egg_boiled 1 whole",
    "2 slices of toast EDIT: 3 slices": "usda_174925 3 slice",
    "40 g cashews *30 g": "cashews 30 g",
    "soup 300 ml, that is, not soup but a salad": "vegetable_salad 300 ml",
    "an apple and a protein bar (55g). edit: didn't have the bar, had a banana": "apple 1 whole, banana 1 whole",
    "2 pizzas, sorry, a burger": "usda_170694 1 whole",
    "chicken 200g, should be 150g": "chicken_roasted 150 g",
    "coffee with milk, oh no, with cream": "coffee, cream_light"
  }))

describe("what corrects something said before, in Russian", () =>
  tells({
    "200 г риса, точнее 150": "rice_white_cooked 150 g",
    "200 г риса, а нет, 150": "rice_white_cooked 150 g",
    "не 200, а 150 г риса": "rice_white_cooked 150 g",
    "2 яйца, вернее 3 яйца": "egg_boiled 3 whole",
    "съел 2 яйца, нет, 3": "egg_boiled 3 whole",
    "кофе и булочка, ой нет, круассан": "coffee, croissant",
    "рис, то есть гречка": "buckwheat_cooked",
    "гречка 100 г, ошиблась, 150 г": "buckwheat_cooked 150 g",
    "съел две котлеты. хотя вру, три": "cutlet 3 whole",
    "борщ 300 мл, то есть не борщ, а щи": "shchi 300 ml",
    "кефир, ой не 200, а 150 мл": "kefir 150 ml"
  }))

describe("what corrects something said before, in Arabic", () =>
  tells({
    "رز 200 غرام قصدي 150 غرام": "rice_white_cooked 150 g",
    "رز 200 غرام لا 150": "rice_white_cooked 150 g",
    "رز لا بل معكرونة": "pasta_cooked",
    "بيضتين، عفوا، ثلاث بيضات": "egg_boiled 3 whole",
    "أكلت رز يعني ودجاج": "rice_white_cooked, chicken_roasted",
    "رز، أقصد معكرونة": "pasta_cooked",
    "شربت علبتين كولا، لا غلط علبة وحدة": "cola 1 can",
    "رز 200 جرام، صحح: 150 جرام": "rice_white_cooked 150 g",
    "٣ بيضات مسلوقة. غلطت، بيضة واحدة": "egg_boiled 1 whole"
  }))
