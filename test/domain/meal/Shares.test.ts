import { describe } from "@effect/vitest"
import { tells } from "../../support/MealReading.ts"

describe("what of a food was eaten, and which of two, in English", () =>
  tells({
    "half the pizza": "pizza_cheese 0.5 whole",
    "half of a 300 g steak": "usda_169458 150 g",
    "ate 2/3 of a burger": "usda_170694 0.667 whole",
    "pizza 400 g, ate half": "pizza_cheese 200 g",
    "pizza, ate half of it": "pizza_cheese ×0.5",
    "rice 200 g and chicken, ate half of the rice": "rice_white_cooked 100 g, chicken_roasted",
    "left half of the rice": "rice_white_cooked ×0.5",
    "rice 200 g, left a third": "rice_white_cooked 133.333 g",
    "rice 200 g, didn't finish half of it": "rice_white_cooked 75 g",
    "burger, couldn't finish it": "usda_170694 ×0.75",
    "pizza, shared with a friend": "pizza_cheese ×0.5",
    "large pizza split with my two brothers and a beer": "pizza_cheese ×0.33, usda_168746 1 whole",
    "we split a pizza three ways": "pizza_cheese 0.333 whole",
    "split a large pizza between 4": "pizza_cheese 0.25 whole",
    "shared a plate of nachos with my husband": "usda_170291 0.5 plate",
    "rice or pasta": "rice_white_cooked",
    "rice or buckwheat with butter": "rice_white_cooked, butter",
    "either an apple or a banana": "apple 1 whole",
    "2 eggs for 2 people": "egg_boiled 1 whole"
  }))

describe("what of a food was eaten, and which of two, in Russian", () =>
  tells({
    "пицца 400 г, съел половину": "pizza_cheese 200 g",
    "я съел половину пиццы": "pizza_cheese 0.5 whole",
    "половину пиццы оставил": "pizza_cheese 0.5 whole",
    "пицца на двоих": "pizza_cheese ×0.5",
    "пицца, поделили с другом": "pizza_cheese ×0.5",
    "яблоко или груша": "apple",
    "кофе с молоком или сливками": "coffee, milk_whole"
  }))

describe("what of a food was eaten, and which of two, in Arabic", () =>
  tells({
    "أكلت نصف البيتزا": "pizza_cheese 0.5 whole",
    "شاورما، أكلت نصفها": "shawarma_chicken ×0.5",
    "بيتزا، تقاسمتها مع صديقي": "pizza_cheese ×0.5",
    "بيتزا قسمناها على ثلاثة": "pizza_cheese ×0.33",
    "تركت نصف الرز": "rice_white_cooked ×0.5",
    "تفاحة أو موزة": "apple"
  }))
