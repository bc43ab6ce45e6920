import { describe } from "@effect/vitest"
import { tells } from "../../support/MealReading.ts"

describe("what is only in a food is a part of it, in English", () =>
  tells({
    "burger with cheese and bacon": "usda_170694 +cheese +bacon",
    "burger with fries": "usda_170694, french_fries",
    "burger with a slice of cheese": "usda_170694, cheese_gouda 1 slice",
    "pizza topped with mushrooms": "pizza_cheese +mushrooms",
    "ham sandwich on white bread": "sandwich_ham_cheese +white bread",
    "ham sandwich on a bun": "sandwich_ham_cheese +bun",
    "sandwich with ham, cheese, and lettuce": "sandwich_cheese +ham +cheese +lettuce",
    "burrito filled with chicken and beans": "usda_173277 +chicken +beans",
    "turnover filled with meat": "* +meat",
    "egg on toast": "egg_boiled 1 whole, usda_174925",
    "rice with chicken": "rice_white_cooked, chicken_roasted",
    "bread with butter": "bread_white, butter",
    "salad with olive oil": "vegetable_salad, olive_oil",
    "pancakes with 20 g honey": "pancakes, honey 20 g",
    "oatmeal topped with berries": "oatmeal_cooked, strawberry",
    "coffee with milk": "coffee, milk_whole",
    "latte with milk": "latte +milk",
    "latte with oat milk": "latte +oat milk",
    "54 g of chocolate cake with cream and berries": "usda_172697 54 g +cream +berries",
    "200 g of chicken with salad": "chicken_roasted 200 g, vegetable_salad",
    "54 g sweet roll with a buttery flavor": "usda_174107 54 g +butter",
    "omelette with milk": "egg_omelette +milk",
    "a big mac meal with large fries and a cola": "burger_meal 1 whole +fries, cola 1 whole",
    "банка тунца в собственном соку и огурец": "tuna_canned_water 1 can, cucumber"
  }))

describe("what is only in a food is a part of it, in Russian", () =>
  tells({
    "чай с молоком": "tea_black, milk_whole",
    "вареники с капустой 10 шт": "vareniki_potato 10 pc +капустой",
    "вареники со сметаной": "vareniki_potato, sour_cream",
    "пельмени с говядиной": "pelmeni +говядиной",
    "пирожок с капустой": "pirozhok_cabbage",
    "суп куриный с лапшой 300 мл": "chicken_noodle_soup 300 ml +лапшой",
    "борщ со сметаной": "borscht, sour_cream",
    "суп с хлебом": "usda_174564, bread_white",
    "хот-дог с кетчупом": "hot_dog +кетчупом"
  }))

describe("what is only in a food is a part of it, in Arabic", () =>
  tells({
    "فطيرة جبنة": "manakish_cheese",
    "ساندويتش دجاج": "usda_170318",
    "برجر مع جبنة": "usda_170694 +جبنه",
    "رز مع دجاج": "rice_white_cooked, chicken_roasted",
    "شاي بالحليب": "tea_black, milk_whole"
  }))

describe("fat that a food is cooked in is counted once", () =>
  tells({
    "boiled 200 g of potatoes then fried them in 20 g of lard": "potato_boiled 200 g, * 20 g",
    "scrambled eggs (3) cooked in 1 tsp butter, no milk": "egg_scrambled 3 whole -milk, butter 1 tsp",
    "картошка 200 г, жареная на 10 г масла": "potato_boiled 200 g, butter 10 g"
  }))
