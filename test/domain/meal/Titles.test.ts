import { describe } from "@effect/vitest"
import { tells } from "../../support/MealReading.ts"

describe("a dish and a list are not both counted, in English", () =>
  tells({
    "overnight oats: 50 g oats, 150 ml almond milk": "oats 50 g, almond_milk 150 ml",
    "protein shake - one scoop whey with 300 ml skim milk": "usda_173180 1 scoop, milk_skim 300 ml",
    "smoothie - 1 banana, 200 ml milk": "banana 1 whole, milk_whole 200 ml",
    "burrito bowl: rice, beans, chicken": "rice_white_cooked, beans_kidney_red_cooked, chicken_roasted",
    "Breakfast: eggs, toast": "egg_boiled, usda_174925",
    "fruit: an apple, a pear": "apple 1 whole, pear 1 whole",
    "salad: lettuce, tomatoes, cucumber": "vegetable_salad +lettuce +tomatoes +cucumber",
    "200 g oatmeal: 50 g oats, 150 ml milk": "oatmeal_cooked 200 g +oats +milk",
    "salad without dressing, just lettuce, tomato and cucumber about 250g in total":
      "vegetable_salad 250 g -salad dressing +lettuce +tomato +cucumber",
    "coffee - 2 sugars": "coffee, sugar 2 whole",
    "rice - 200 g, chicken - 100 g": "rice_white_cooked 200 g, chicken_roasted 100 g",
    "I only had water": "water",
    "pizza, only 2 slices": "pizza_cheese 2 slice",
    "Lunch: soup, bread. Dinner: 200 g rice, fish": "usda_174564, bread_white, rice_white_cooked 200 g, usda_173694",
    "salad (tomatoes, cucumber)": "vegetable_salad +tomatoes +cucumber",
    "salad (2 tomatoes, 1 cucumber, 10 g oil)": "tomato 2 whole, cucumber 1 whole, sunflower_oil 10 g",
    "salad 200 g (tomatoes, cucumber)": "vegetable_salad 200 g +tomatoes +cucumber",
    "toast (20 g butter)": "usda_174925, butter 20 g",
    "2 eggs (1 tsp butter)": "egg_boiled 2 whole, butter 1 tsp",
    "omelette (2 eggs)": "egg_omelette 2 whole",
    "bread (2 slices)": "bread_white 2 slice",
    "coffee (black)": "coffee",
    "lettuce, tomato and cucumber, 300 g in total": "lettuce 100 g, tomato 100 g, cucumber 100 g",
    "2 slices of bread, 60 g total": "bread_white 60 g",
    "Breakfast was oats. 50g oats, 200ml milk": "oats 50 g, milk_whole 200 ml",
    "Stir fry for one: 150g chicken breast, 100g broccoli": "usda_171078 150 g, usda_169967 100 g",
    "Stir fry for one:\n150g chicken breast\n100g broccoli": "usda_171078 150 g, usda_169967 100 g",
    "Coffee. Then 2 eggs": "coffee, egg_boiled 2 whole"
  }))

describe("a dish and a list are not both counted, in Russian", () =>
  tells({
    "гречка: 200 г, молоко: 100 мл": "buckwheat_cooked 200 g, milk_whole 100 ml",
    "салат: помидоры, огурцы, масло": "vegetable_salad +помидоры +огурцы +масло",
    "омлет (2 яйца, 50 мл молока)": "egg_omelette 2 whole, milk_whole 50 ml"
  }))

describe("a dish and a list are not both counted, in Arabic", () =>
  tells({
    "سلطة بدون زيت: خيار وطماطم وخس": "vegetable_salad -sunflower oil +خيار +طماطم +خس"
  }))
