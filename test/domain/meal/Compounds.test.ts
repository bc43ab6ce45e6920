import { describe } from "@effect/vitest"
import { tells } from "../../support/MealReading.ts"

describe("lists within one English name", () =>
  tells({
    "a ham, egg and cheese sandwich": "sandwich_cheese 1 whole",
    "chicken and rice soup": "usda_174564",
    "rice and chicken soup": "rice_white_cooked, chicken_noodle_soup",
    "toast and tomato soup": "usda_174925, usda_171176",
    "bacon and an egg": "usda_168322, egg_boiled 1 whole",
    "150 g tuna on a bun": "tuna_canned_water 150 g, usda_172793 1 whole",
    "chicken or turkey soup": "usda_174564",
    "cheese-filled pasta": "pasta_cooked",
    "sour cream and onion potato chips": "potato_chips",
    "31 g of carrot and apple juice": "apple_juice 31 g",
    "corn snacks": "usda_169999",
    "a breakfast sausage": "usda_171620 1 whole"
  }))
