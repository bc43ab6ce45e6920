/**
 * Words before a number that make it a limit: `lt` or `gt | en | ru | ar`.
 */
export const comparisonLines = `
  lt | under, below, less than, at most, up to, max, maximum, no more than, fewer than, within | до, менее, меньше, не более, максимум, ниже, не больше | اقل من, تحت, لا يزيد عن, حتى, كحد اقصى
  gt | over, above, more than, at least, min, minimum, no less than | более, больше, не менее, минимум, выше, свыше, от | اكثر من, فوق, على الاقل, لا يقل عن
`
