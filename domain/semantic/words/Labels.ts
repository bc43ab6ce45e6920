/**
 * Words of labels that say less than a claim: `facets | en | ru | ar`; names of products only.
 */
export const labelLines = `
  n:sugar-*0.5 n:kcal-*0.6 n:fat-*0.5 | light, lite | лайт, легкий, легкая | لايت, خفيف
`
