/**
 * The food groups, one a line, each with the wider groups that it belongs to and how much of them it is:
 * `group wider*weight …`. Each group is a dimension of the vectors, so a line added or moved needs a new artefact.
 */
export const groupLines = `
  # drinks
  beverage
  water beverage
  sparkling water*0.7 beverage
  soda beverage
  juice beverage
  tea beverage
  herbaltea tea*0.8 beverage
  coffee beverage
  energydrink beverage soda*0.3
  plantmilk beverage*0.7
  alcohol beverage*0.6
  drinkmix beverage*0.4
  # dairy, eggs
  dairy
  milk dairy beverage*0.4
  yogurt dairy fermented*0.8
  fermented dairy
  cheese dairy
  tvorog dairy fermented*0.6 cheese*0.3
  cream dairy*0.8
  butter dairy*0.5 spread*0.7
  egg
  # meat, fish
  meat
  beef meat
  pork meat
  lamb meat
  poultry meat
  game meat
  offal meat*0.8
  sausage meat*0.8
  fish
  seafood fish*0.5
  # plants
  fruit
  berry fruit
  driedfruit fruit*0.4 snack*0.5
  vegetable
  potato vegetable*0.6
  mushroom vegetable*0.5
  pickle vegetable*0.5
  seaweed vegetable*0.3
  legume
  soyfood legume*0.4 meatfree*0.7
  nut snack*0.5
  seed snack*0.4
  # cereals
  grain
  rice grain
  pasta
  flour
  bread
  crispbread bread*0.6 snack*0.3
  cereal
  porridge cereal*0.4
  # sweets
  sweet
  cookie sweet
  cake sweet
  candy sweet
  chocolate sweet
  dessert sweet
  icecream dessert*0.7 sweet*0.8
  jam spread*0.8 sweet*0.4
  honey spread*0.6 sweet*0.4
  sugar
  sweetener sugar*0.3
  sweetspread spread sweet*0.4
  nutbutter spread
  spread
  # snacks
  snack
  chips snack
  cracker snack
  popcorn snack
  bar snack
  # meals
  meal
  dish meal*0.4
  soup meal*0.3
  salad meal*0.3
  pizza meal*0.8
  dumpling meal*0.8
  sandwich meal*0.7
  meatfree
  # kitchen
  sauce
  hotsauce sauce*0.7
  oil
  spice
  vinegar
  babyfood
  supplement
`
