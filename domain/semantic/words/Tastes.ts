/**
 * Words that name a kind of food when they stand alone ("something sweet") and a taste beside a food ("sweet soda"):
 * `facets beside a food | en | ru | ar`.
 */
export const tasteLines = `
  n:sugar+*0.6 | sweet | сладкий | حلو
  n:salt+*0.4 n:sugar-*0.4 a:salted | salty, savoury, savory | соленый | مالح
  n:kcal-*0.7 n:fat-*0.5 | light | легкий | خفيف
`
