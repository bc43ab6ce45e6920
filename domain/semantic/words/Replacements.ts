/** Words that ask for something in the place of the food beside them: `| en | ru | ar`. */
export const replacementWordLines = `
  before | than, leaner than, instead of, rather than, in place of, alternative to, alternatives to, alternative for, substitute for, replacement for, replace, substitute, swap for, swap, healthier than, lighter than, better than, healthy alternative to, an alternative to, like but healthier, similar to, imitation, mock, healthier version of | вместо, взамен, заменить, заменять, замена, заменитель, заменим, альтернатива, аналог, заместо, =полезнее, =полезней, =полегче, =легче, чем в, чем у, лучше чем, вкуснее чем, =постнее, =нежирнее, менее жирный чем, менее калорийный чем, заменяет, не хуже, отказаться от, похоже на | بديل, بدائل, بديلا, بدل, بدلا من, بدل من, عوض, عوضا عن, بديل عن, بديل صحي, يعوض, اخف من, افضل من, استبدال, اصح من, يشبه, بديلة, البديل
  after | alternative, alternatives, replacement, substitutes, replacer, imitation | |
`

/**
 * What takes the place of a food: `food | facets`. Of a food that is not listed the one that it is filed under counts; where
 * none is listed, the food itself is looked for.
 */
export const replacementLines = `
  butter | g:oil*0.5 c:margarine c:olive-oil*0.7 c:avocado*0.5 c:ghee*0.4 c:coconut-oil*0.5 g:nutbutter*0.3 c:cream-cheese*0.3 g:spread*0.4 -c:butter*0.8
  margarine | g:butter*0.5 c:butter*0.9 g:oil*0.5 c:olive-oil*0.5 -c:margarine
  oil | g:oil*0.3 c:butter*0.5 g:butter*0.5 c:ghee*0.5 c:olive-oil*0.7 c:avocado*0.3
  chips | g:popcorn*0.9 g:crispbread*0.5 g:nut*0.5 g:seed*0.3 g:cracker*0.3 g:driedfruit*0.2 g:snack*0.4 c:rice-cakes c:nori*0.5 c:chickpea*0.2 c:popcorn*0.7 a:crunchy*0.6 n:fat-*0.5 n:kcal-*0.5 n:sugar-*0.4 -g:chips*0.8 a:baked*0.3
  snack | g:fruit*0.7 g:nut*0.6 g:yogurt*0.4 g:driedfruit*0.4 g:vegetable*0.3
  fries | g:vegetable*0.7 c:sweet-potato*0.8 c:carrot*0.4 g:potato*0.4 a:baked*0.5 c:zucchini*0.3 a:fried*-0.8 -c:fries
  cracker | g:crispbread c:rice-cakes*0.8 g:popcorn*0.3 g:nut*0.3 -g:cracker*0.5
  sugar | g:sweetener g:honey*0.6 c:stevia*0.9 c:erythritol*0.7 c:xylitol*0.6 c:date-syrup*0.5 c:maple-syrup*0.4 c:agave*0.5 c:fructose*0.4 n:sugar-*0.2 -c:sugar -c:brown-sugar*0.6 -g:sugar*0.3
  sweetener | g:honey*0.8 g:sugar*0.6 c:stevia*0.3 c:date*0.4 c:maple-syrup*0.5
  honey | c:maple-syrup c:date-syrup*0.9 c:agave*0.9 c:molasses*0.6 g:sugar*0.5 g:jam*0.4 g:sweetener*0.4 -g:honey
  milk | g:plantmilk c:soy-milk*0.5 c:almond-milk*0.5 c:oat-milk*0.5 a:lactosefree*0.6 a:vegan*0.4 c:coconut-milk*0.3 c:lactose-free-milk*0.4 -g:dairy*0.5 -g:milk*0.7 -g:cheese*0.6
  cream | c:coconut-milk*0.7 g:plantmilk*0.5 c:sour-cream*0.5 c:greek-yogurt*0.6 g:yogurt*0.5 c:evaporated-milk*0.5 c:half-and-half*0.4 n:fat-*0.3 -c:heavy-cream*0.4
  sour-cream | g:yogurt*0.8 c:greek-yogurt c:kefir*0.4 c:creme-fraiche*0.5 c:labneh*0.3 g:fermented*0.4 n:sugar-*0.6 -c:sour-cream*0.8
  yogurt | g:plantmilk*0.4 g:fermented*0.7 c:kefir*0.8 g:tvorog*0.5 c:skyr*0.4 c:tofu*0.2 c:labneh*0.4
  creamer | g:plantmilk g:milk*0.8 c:evaporated-milk*0.5 c:oat-milk*0.6 -c:creamer
  cheese | g:soyfood*0.7 c:tofu a:vegan*0.7 c:hummus*0.4 c:avocado*0.3 c:cottage-cheese*0.3 g:nutbutter*0.2 g:tvorog*0.3 -c:cheese*0.2
  cottage-cheese | c:tofu*0.7 c:ricotta*0.9 g:yogurt*0.7 c:greek-yogurt*0.7 c:quark*0.5
  mascarpone | c:cream-cheese c:ricotta*0.8 c:cottage-cheese*0.5 g:cheese*0.5
  parmesan | c:hard-cheese g:cheese*0.6 c:gouda*0.5 c:gruyere*0.6
  feta | c:brynza c:goat-cheese*0.6 c:tofu*0.6 c:adyghe-cheese*0.5 g:cheese*0.5
  egg | c:tofu*0.8 c:chia-seeds*0.8 c:flaxseed*0.8 c:banana*0.4 c:apple-sauce*0.5 g:soyfood*0.6 a:vegan*0.6 c:starch*0.3 g:seed*0.3 -g:egg*0.6
  ice-cream | c:frozen-yogurt c:sorbet c:popsicle*0.8 g:yogurt*0.6 g:icecream*0.3 g:fruit*0.4 g:berry*0.3 n:kcal-*0.4 n:sugar-*0.3
  meat | g:meatfree g:soyfood*0.8 g:legume*0.6 g:mushroom*0.6 c:tofu*0.8 c:meat-substitute*0.9 c:seitan*0.7 c:tempeh*0.7 c:lentil*0.4 c:soy-protein*0.5 c:veggie-burger*0.5 g:egg*0.2 a:vegetarian*0.6 n:protein+*0.4 -g:meat -g:sausage*0.6
  beef | g:poultry*0.7 c:turkey*0.7 g:meatfree*0.6 g:soyfood*0.4 g:legume*0.4 c:lentil*0.3 g:mushroom*0.3 c:chicken*0.3 c:chicken-breast*0.5 g:game*0.4 c:rabbit*0.5 n:fat-*0.4 -g:beef*0.8
  pork | g:poultry*0.8 g:beef*0.8 g:lamb*0.6 c:turkey*0.6 c:chicken*0.4 -g:pork
  chicken | g:meatfree*0.6 g:soyfood*0.6 c:turkey g:fish*0.4 c:tofu*0.5 g:poultry*0.3 c:rabbit*0.3 g:legume*0.3
  fish | g:soyfood*0.5 g:seaweed*0.5 c:flaxseed*0.4 c:walnut*0.3 g:seafood*0.5 g:poultry*0.3 -g:fish*0.6
  sausage | g:poultry*0.7 c:turkey-breast*0.7 c:chicken-breast*0.7 g:meatfree*0.6 c:ham*0.3 g:cheese*0.3 n:fat-*0.5 c:baked-pork*0.3 -g:sausage*0.5
  bacon | c:turkey*0.6 c:ham*0.6 g:meatfree*0.5 c:prosciutto*0.5 c:tempeh*0.5 n:fat-*0.3 -c:bacon*0.5
  ham | c:turkey-breast c:chicken-breast*0.7 g:poultry*0.6
  burger-patty | c:veggie-burger g:meatfree*0.9 c:bean*0.3 g:fish*0.2
  hamburger | c:veggie-burger g:sandwich*0.4 g:meatfree*0.7 c:falafel*0.5
  gelatin | c:starch c:corn-starch*0.5
  mayonnaise | g:yogurt*0.7 c:greek-yogurt*0.9 c:sour-cream*0.8 c:mustard*0.8 c:hummus*0.6 c:avocado*0.4 c:guacamole*0.5 c:salad-dressing*0.4 g:sauce*0.3 n:fat-*0.6 n:kcal-*0.4 n:sugar-*0.6
  ketchup | c:tomato-sauce c:tomato-paste*0.8 c:salsa*0.8 c:mustard*0.4 c:tkemali*0.4 g:sauce*0.6 n:sugar-*0.5 -c:ketchup*0.6
  soy-sauce | c:worcestershire*0.7 c:fish-sauce*0.7 c:teriyaki*0.5 g:sauce*0.6 n:salt-*0.3 c:balsamic-vinegar*0.3
  vinegar | c:lemon-juice c:lemon*0.8 c:apple-cider-vinegar*0.5 c:balsamic-vinegar*0.5 -c:vinegar*0.3
  salt | g:spice*0.9 c:lemon*0.4 c:garlic*0.5 c:soy-sauce*0.3 c:paprika*0.3 c:kelp*0.3 n:salt-*0.4 c:sumac*0.3 c:thyme*0.2 -c:salt
  bread | g:crispbread c:rice-cakes*0.8 c:lavash*0.6 c:tortilla*0.5 c:lettuce*0.3 c:rusk*0.3 n:carb-*0.2 -c:bread*0.2 -c:white-bread*0.6
  white-bread | g:crispbread*0.6 c:whole-bread c:rye-bread*0.9 a:wholegrain*0.8 g:bread*0.5 n:fiber+*0.5 c:bran-bread*0.6 -c:white-bread
  flour | g:flour*0.5 c:almond*0.3 c:oat-bran*0.4 c:oat-flakes*0.5 c:starch*0.5 c:corn-starch*0.4 a:glutenfree*0.5 c:flaxseed*0.2 -c:wheat*0.4
  wheat | c:buckwheat*0.9 c:quinoa*0.8 c:rice*0.6 c:corn*0.4 g:grain*0.6 a:glutenfree*0.6 c:millet*0.5 -c:wheat
  rice | c:quinoa c:bulgur*0.9 c:buckwheat*0.8 c:couscous*0.8 c:cauliflower*0.7 c:pearl-barley*0.5 c:brown-rice*0.3 g:grain*0.8 -c:rice*0.5 -g:rice*0.4
  pasta | c:zucchini*0.7 c:rice-noodles*0.5 c:quinoa*0.6 c:buckwheat*0.5 g:grain*0.5 g:vegetable*0.5 c:soba*0.5 g:legume*0.3 c:lentil*0.3 a:wholegrain*0.3
  potato | c:sweet-potato c:cauliflower*0.9 c:turnip*0.7 c:parsnip*0.6 c:pumpkin*0.6 c:celery-root*0.6 c:jerusalem-artichoke*0.6 g:vegetable*0.7 g:grain*0.3 -g:potato*0.5
  breakfast-cereal | g:porridge*0.9 c:oatmeal*0.6 c:granola*0.4 c:muesli*0.6 g:yogurt*0.4 g:egg*0.3 a:wholegrain*0.5 n:sugar-*0.5
  oat-flakes | c:buckwheat*0.7 c:quinoa*0.7 c:millet*0.6 c:muesli*0.4 g:cereal*0.5 g:porridge*0.4
  pizza | g:sandwich*0.4 g:dish*0.5 c:lavash*0.3 g:salad*0.3 n:kcal-*0.4 c:tortilla*0.3
  chocolate | c:date*0.7 c:dark-chocolate*0.8 g:driedfruit*0.8 g:fruit*0.5 g:bar*0.4 c:cocoa*0.4 g:yogurt*0.2 n:sugar-*0.4 -c:milk-chocolate*0.6
  milk-chocolate | c:dark-chocolate g:driedfruit*0.5 c:cocoa*0.4 n:sugar-*0.4
  candy | g:driedfruit g:fruit*0.9 g:berry*0.6 c:date*0.9 c:raisin*0.6 c:dark-chocolate*0.4 c:pastila*0.4 c:honey*0.2 g:bar*0.3 n:sugar-*0.3 -g:candy*0.8
  sweet | g:driedfruit g:fruit*0.9 g:berry*0.6 c:date*0.9 c:raisin*0.6 c:dark-chocolate*0.4 c:pastila*0.4 g:yogurt*0.3 g:bar*0.3 n:sugar-*0.3 -g:candy*0.6 -g:cake*0.4
  dessert | g:fruit*0.9 g:driedfruit*0.7 g:yogurt*0.8 g:berry*0.6 c:dark-chocolate*0.3 n:sugar-*0.3 g:tvorog*0.4 -g:cake*0.4
  cookie | g:driedfruit*0.7 g:crispbread*0.5 c:oatmeal-cookie*0.7 c:rice-cakes*0.6 g:fruit*0.6 g:bar*0.6 c:granola*0.3 n:sugar-*0.4 -g:candy*0.4
  cake | g:fruit*0.6 g:yogurt*0.6 g:tvorog*0.5 c:syrniki*0.4 g:bar*0.4 c:mousse*0.3 c:pastila*0.4 n:kcal-*0.4 n:sugar-*0.4 c:sponge-cake*0.2
  jam | g:honey*0.7 g:fruit*0.5 c:fruit-puree*0.8 c:apple-sauce*0.6 g:nutbutter*0.4 g:berry*0.4 n:sugar-*0.4
  chocolate-spread | g:nutbutter c:peanut-butter*0.9 c:almond-butter*0.7 g:jam*0.5 g:honey*0.4 c:tahini*0.3 n:sugar-*0.4 -c:nutella*0.6
  peanut-butter | c:almond-butter c:tahini*0.8 g:nutbutter*0.6 c:chocolate-spread*0.4 c:hummus*0.3 g:sweetspread*0.3 -c:peanut-butter*0.7 -c:peanut*0.5
  bar | g:fruit*0.6 g:nut*0.7 g:driedfruit*0.7 c:trail-mix*0.6
  soda | g:sparkling c:kombucha*0.8 c:mineral-water*0.5 g:juice*0.4 g:water*0.5 c:iced-tea*0.4 c:mors*0.5 c:kvass*0.4 c:coconut-water*0.3 n:sugar-*0.5 -g:soda*0.5
  juice | g:water*0.5 g:fruit*0.7 c:mors*0.5 c:smoothie*0.6 g:sparkling*0.4 g:herbaltea*0.3 n:sugar-*0.4 -g:juice*0.3
  coffee | c:chicory g:tea*0.9 c:matcha*0.8 c:cocoa*0.7 g:herbaltea*0.6 g:drinkmix*0.4 c:mate*0.7 c:green-tea*0.5 c:black-tea*0.4 c:rooibos*0.5 -g:coffee*0.6
  tea | g:herbaltea c:rooibos*0.8 g:coffee*0.5 c:cocoa*0.5 c:chicory*0.6 c:hibiscus*0.6 c:mate*0.4
  energy-drink | g:tea*0.8 g:coffee*0.9 c:matcha*0.6 g:fruit*0.2 c:coconut-water*0.4 c:mate*0.5 -g:energydrink*0.7
  alcohol | a:alcoholfree g:soda*0.6 g:juice*0.7 c:non-alcoholic-beer*0.8 c:kombucha*0.6 c:malt-drink*0.7 g:sparkling*0.5 -g:alcohol
  beer | c:non-alcoholic-beer c:kvass*0.8 c:malt-drink*0.9 c:kombucha*0.6 a:alcoholfree g:soda*0.5 -g:alcohol
  wine | c:grape-juice c:pomegranate-juice*0.7 g:juice*0.6 a:alcoholfree c:kombucha*0.4 -g:alcohol
  nut | g:seed c:sunflower-seeds*0.8 c:pumpkin-seeds*0.9 g:driedfruit*0.4 c:chickpea*0.4 c:coconut*0.3 -g:nut*0.7
  supplement | g:meat*0.3 g:tvorog*0.5 g:egg*0.5 c:chicken-breast*0.5 n:protein+
  protein-powder | c:cottage-cheese*0.8 g:egg*0.6 c:greek-yogurt*0.7 c:chicken-breast*0.5 c:milk-powder*0.5 n:protein+
  infant-formula | g:babyfood*0.8 c:goat-milk*0.4 g:milk*0.4
  hummus | c:baba-ghanoush c:labneh*0.6 c:mutabbal*0.8 c:guacamole*0.6 c:bean*0.2 g:spread*0.3
  avocado | c:hummus*0.6 g:nutbutter*0.3 c:olive-oil*0.4 c:guacamole*0.5 c:banana*0.2
  onion | c:leek c:shallot*0.9 c:chives*0.8 c:green-onion*0.8 g:vegetable*0.3 -c:onion*0.4
  garlic | c:shallot*0.6 c:onion*0.6 c:chives*0.7 g:spice*0.4 c:ginger*0.4
  shrimp | c:crab-sticks*0.7 c:squid*0.7 c:mussel*0.6 g:seafood*0.7 c:crab*0.5
  salmon | c:trout c:pink-salmon*0.9 c:chum-salmon*0.8 c:mackerel*0.5 g:fish*0.7
  caviar | c:caviar*0.5 g:seaweed*0.6 c:capelin*0.5
`
