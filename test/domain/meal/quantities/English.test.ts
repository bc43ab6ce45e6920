import { describe } from "@effect/vitest"
import { states } from "../../../support/MealReading.ts"

describe("English: numbers of all shapes", () =>
  states({
    ".4 oz cheddar": "cheese_cheddar 0.4 oz",
    "0,4 kg beef": "usda_169444 0.4 kg",
    "1 1/2 cups of milk": "milk_whole 1.5 cup",
    "1-1/2 cups milk": "milk_whole 1.5 cup",
    "1 and 1/2 cups milk": "milk_whole 1.5 cup",
    "2-and-a-half cups milk": "milk_whole 2.5 cup",
    "5½ oz chicken": "chicken_roasted 5.5 oz",
    "twenty-five grams of cheddar": "cheese_cheddar 25 g",
    "a hundred and fifty grams of cheddar": "cheese_cheddar 150 g",
    "one hundred fifty grams of rice": "rice_white_cooked 150 g",
    "3 hundred grams of rice": "rice_white_cooked 300 g",
    "two dozen eggs": "egg_boiled 24 whole",
    "half a dozen eggs": "egg_boiled 6 whole",
    "a pair of eggs": "egg_boiled 2 whole",
    "a third of a cup of oats": "oats 0.333 cup",
    "2 halves of an avocado": "avocado 1 whole",
    "2 of 8 slices of pizza": "pizza_cheese 2 slice",
    "1 out of 4 bananas": "banana 1 whole",
    "१५० g rice": "rice_white_cooked 150 g"
  }))

describe("English: units in all spellings", () =>
  states({
    "3tbsp honey": "honey 3 tbsp",
    "3 tbsp. honey": "honey 3 tbsp",
    "2pcs bread": "bread_white 2 pc",
    "4 fl. oz. milk": "milk_whole 4 floz",
    "8oz. steak": "usda_169458 8 oz",
    "2 lbs chicken breast": "chicken_breast_roasted 2 lb",
    "200 cc milk": "milk_whole 200 ml",
    "1 c. milk": "milk_whole 1 cup",
    "16-ounce steak": "usda_169458 16 oz",
    "half-pound burger": "usda_170694 0.5 lb",
    "quarter pound of ham": "ham 0.25 lb",
    "1 (5 oz) can tuna": "tuna_canned_water 5 oz",
    "a 5.3 oz serving of greek yogurt": "yogurt_greek 5.3 oz"
  }))

describe("English: amounts behind the food", () =>
  states({
    "rice 150": "rice_white_cooked 150 g",
    "chicken – 150": "chicken_roasted 150 g",
    "rice: 150 g": "rice_white_cooked 150 g",
    rice150g: "rice_white_cooked 150 g",
    "eggs:2": "egg_boiled 2 whole",
    "eggs=2": "egg_boiled 2 whole",
    "rice, weight: 150": "rice_white_cooked 150 g",
    "qty 2 eggs": "egg_boiled 2 whole"
  }))

describe("English: what is not sure", () =>
  states({
    "~150 g rice": "rice_white_cooked 150 g",
    "150ish g rice": "rice_white_cooked 150 g",
    "100 or so grams of rice": "rice_white_cooked 100 g",
    "no more than 100 g of rice": "rice_white_cooked 100 g",
    "up to 200 g rice": "rice_white_cooked 200 g",
    "rice 100g+": "rice_white_cooked 100 g"
  }))

describe("English: ranges", () =>
  states({
    "100-150 g rice": "rice_white_cooked 125 g",
    "from 100 to 150 g of rice": "rice_white_cooked 125 g",
    "between 100 and 150 g of rice": "rice_white_cooked 125 g",
    "2 or 3 eggs": "egg_boiled 2.5 whole",
    "100g to 150g of rice": "rice_white_cooked 125 g"
  }))

describe("English: what is multiplied or added", () =>
  states({
    "2 x 40g cheddar": "cheese_cheddar 80 g",
    "40g cheddar x 2": "cheese_cheddar 80 g",
    "3*50g cutlets": "cutlet 150 g",
    "two 40 g slices of cheddar": "cheese_cheddar 80 g",
    "2 330ml cans of cola": "cola 660 ml",
    "3 slices bread at 40 g each": "usda_174925 120 g",
    "3 cutlets, each 15 g": "cutlet 45 g",
    "2 eggs (50g each)": "egg_boiled 100 g",
    "half of a 400g can of beans": "beans_kidney_red_cooked 200 g",
    "2 of the 40g bars of chocolate": "chocolate_milk 80 g",
    "toast x 2, eggs x3": "usda_174925 2 whole, egg_boiled 3 whole",
    "2x eggs": "egg_boiled 2 pc",
    "2 slices of pizza 3 times": "pizza_cheese 6 slice",
    "coffee twice": "coffee 2 whole",
    "100g+50g rice": "rice_white_cooked 150 g",
    "1 lb 4 oz steak": "usda_169458 1.25 lb",
    "1 cup plus 2 tbsp flour": "wheat_flour 1.125 cup",
    "a six-pack of beer": "usda_168746 6 whole",
    "3 rolls of sushi (california)": "sushi_roll 3 roll"
  }))

describe("English: an amount told twice", () =>
  states({
    "1 cup (240 ml) milk": "milk_whole 240 ml",
    "1 cup or 240 ml milk": "milk_whole 240 ml",
    "a pint (568 ml) of milk": "milk_whole 568 ml",
    "pint of milk (568ml)": "milk_whole 568 ml",
    "2 tbsp (28 g) peanut butter": "peanut_butter 28 g",
    "chicken (4oz/113g)": "chicken_roasted 4 oz",
    "rice, 8 oz (227 g)": "rice_white_cooked 8 oz"
  }))

describe("English: sizes, which are no amounts", () =>
  states({
    "12-inch pizza": "pizza_cheese",
    'a 12" pizza': "pizza_cheese 1 whole",
    "two 6-inch pancakes": "pancakes 2 whole",
    "two-egg omelette": "egg_omelette 2 whole"
  }))

describe("English: percentages", () =>
  states({
    "2% milk 200 ml": "milk_reduced_fat 200 ml fat 2%",
    "200 ml two percent milk": "milk_whole 200 ml fat 2%",
    "yogurt, 5% fat, 200 g": "yogurt_plain 200 g fat 5%",
    "yogurt with 5% fat 200 g": "yogurt_plain 200 g fat 5%",
    "greek yogurt 0% 150 g": "usda_170894 150 g fat 0%",
    "80/20 ground beef 150 g": "usda_174034 150 g fat 20%",
    "90% lean ground beef, 100 g": "usda_174034 100 g fat 10%",
    "98% fat free ham 50 g": "ham 50 g fat 2%",
    "85% dark chocolate 20g": "chocolate_dark 20 g",
    "100% orange juice 200 ml": "orange_juice 200 ml",
    "5% beer 500ml": "usda_168746 500 ml",
    "vodka 40% 50 ml": "usda_174818 50 ml",
    "50% of the pizza": "pizza_cheese 0.5 whole",
    "20% off pizza": "pizza_cheese"
  }))

describe("English: energies", () =>
  states({
    "a 100-calorie pack of almonds": "almonds 1 pack 100 kcal/whole",
    "protein bar (210 cal)": "usda_173158 210 kcal/whole",
    "two 100-calorie packs of almonds": "almonds 2 pack 100 kcal/piece",
    "2 bars of chocolate, 200 kcal each": "chocolate_milk 2 bar 200 kcal/piece",
    "apple 52 kcal/100g, 150 g": "apple 150 g 52 kcal/100g",
    "protein bar, per 100g: 350 kcal, 60 g": "usda_173158 60 g 350 kcal/100g",
    "yogurt 1200 kJ": "yogurt_plain 286.8 kcal/whole",
    "snickers: 250 kcal": "usda_169589 250 kcal/whole",
    "calories 250, snickers bar": "usda_169589 250 kcal/whole",
    "chicken 200g, 300 kcal, rice 150 g": "chicken_roasted 200 g 300 kcal/whole, rice_white_cooked 150 g",
    "total 600 kcal: rice 200 g and chicken 100 g": "rice_white_cooked 200 g, chicken_roasted 100 g",
    "burned 300 kcal, ate a banana": "banana 1 whole"
  }))

describe("English: what is in a food, which is no amount of it", () =>
  states({
    "chicken breast 200g 30g protein": "chicken_breast_roasted 200 g",
    "protein bar, 20g protein, 5g sugar, 200 kcal": "usda_173158 200 kcal/whole",
    "protein: 30g, chicken breast 100g": "chicken_breast_roasted 100 g",
    "chicken 100 g (P30 C0 F3)": "chicken_roasted 100 g",
    "372 g of caffeine-free cola": "cola 372 g",
    "30 g protein powder with 300 ml milk": "usda_173180 30 g, milk_whole 300 ml",
    "coffee with 5g sugar": "coffee, sugar 5 g"
  }))

describe("English: times and dates", () =>
  states({
    "at 7 pm pizza, 2 slices": "pizza_cheese 2 slice",
    "at 7 pizza": "pizza_cheese",
    "at 8 2 eggs and toast": "egg_boiled 2 whole, usda_174925",
    "8am: 2 eggs": "egg_boiled 2 whole",
    "8:00 - oatmeal 50g": "oats 50 g",
    "7:30pm pizza": "pizza_cheese",
    "half past seven: 2 eggs": "egg_boiled 2 whole",
    "around 9 pm a glass of milk": "milk_whole 1 glass",
    "between 7 and 8 pm a banana": "banana 1 whole",
    "03/11/2026 2 eggs": "egg_boiled 2 whole",
    "Nov 5: 2 eggs": "egg_boiled 2 whole",
    "on the 5th I ate 2 eggs": "egg_boiled 2 whole",
    "in 2024 I ate 2 eggs": "egg_boiled 2 whole",
    "after 20 minutes a banana": "banana 1 whole",
    "for 3 days, 2 eggs": "egg_boiled 2 whole"
  }))

describe("English: what is numbered", () =>
  states({
    "1. eggs 2. toast": "egg_boiled, usda_174925",
    "1) 2 eggs 2) toast": "egg_boiled 2 whole, usda_174925",
    "Meal 2: rice 100 g": "rice_white_cooked 100 g",
    "day 3: 2 eggs": "egg_boiled 2 whole",
    "1st meal: 2 eggs": "egg_boiled 2 whole",
    "breakfast 2 eggs": "egg_boiled 2 whole",
    "combo #2, 2 eggs": "egg_boiled 2 whole"
  }))

describe("English: people, prices, and the rest", () =>
  states({
    "my 3 year old had 2 eggs": "egg_boiled 2 whole",
    "I weigh 80 kg and ate 200 g rice": "rice_white_cooked 200 g",
    "80 kg male, 3 eggs": "egg_boiled 3 whole",
    "5'10 180lbs, 2 eggs": "egg_boiled 2 whole",
    "lost 5 kg, had 2 eggs": "egg_boiled 2 whole",
    "pizza shared between 3": "pizza_cheese",
    "2 eggs for 2 people": "egg_boiled 1 whole",
    "a $5 burger": "usda_170694 1 whole",
    "pizza 5 dollars": "pizza_cheese",
    "200 g chicken at 180 degrees": "chicken_roasted 200 g",
    "after a 10 km run 2 bananas": "banana 2 whole",
    "10000 steps, 2 bananas": "banana 2 whole",
    "call +1 555 123 4567, then 2 eggs": "egg_boiled 2 whole"
  }))

describe("English: names that hold numbers", () =>
  states({
    "7up 330 ml": "usda_173205 330 ml",
    "a can of 7 up": "usda_173205 1 can",
    "v8 juice 200 ml": "orange_juice 200 ml",
    "3 in 1 coffee": "coffee"
  }))

describe("English: what nothing explains", () =>
  states({
    "I had 3 42 eggs": "egg_boiled 3 whole ? 42",
    "burger 12.99": "usda_170694 ? 12.99",
    "five 12": " ? five ? 12",
    "iphone 15, then 2 eggs": "egg_boiled 2 whole ? 15"
  }))
