import { describe } from "@effect/vitest"
import { tells } from "../../support/MealReading.ts"

describe("words that no name of a food has say nothing", () =>
  tells({
    "For my snack I savored a delightful 85 g of cheddar paired with a refreshing 372 g root beer":
      "cheese_cheddar 85 g, usda_171871 372 g",
    "I treated myself to a slice of apple pie and washed it down with a cup of tea":
      "usda_175011 1 slice, tea_black 1 cup",
    "My lunch consisted of a comforting bowl of lentil soup, complemented by a crusty 50 g bread roll":
      "lentil_soup 1 bowl, usda_172793 50 g",
    "Breakfast featured two scrumptious fried eggs": "egg_fried 2 whole",
    "на завтрак я съел вкуснейшую овсянку с бананом и запивал чаем": "oatmeal_cooked, banana, tea_black",
    "на обед был борщ со сметаной, на второе котлета с пюре": "borscht, sour_cream, cutlet, potato_mashed",
    "تناولت طبق كشري لذيذ وشربت عصير": "koshari 1 plate, orange_juice",
    "200 g of taro": "usda_168486 200 g"
  }))
