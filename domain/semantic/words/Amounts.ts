/**
 * Words for how much: `high`, `low` or `free | en | ru | ar`. They belong to the nutrient or the food next to them.
 */
export const amountLines = `
  high | high, rich, lots of, lot of, plenty of, much, source of, packed with, loaded with, full of, good source, more, extra, maximum, highest, boost, strong in | большой, высокий, высокое, высоким, высокая, много, богатый, богатое, богатые, источник, больше, максимум, повышенный, насыщенный | غني, غنية, عالي, عالية, كثير, كثيرة, مصدر, مرتفع, مليء, اكثر, الكثير من, زيادة
  low | low, reduced, less, little, light in, lower, minimal, few, not much, not too much | низкий, низкое, низким, низкой, мало, меньше, пониженный, минимум, немного, небольшой, малый, маленький, не очень, не слишком, невысокий, минимальный | قليل, قليلة, منخفض, منخفضة, اقل, مخفض, مخفف, خفيف
  free | free, without, no, zero, non, sans, none, free of, free from, not, avoid, cut out, excluding | без, ноль, нулевой, исключая, не содержит, нет, не, исключить | بدون, بلا, خالي, خالية, من غير, زيرو, صفر, منزوع, منزوعة, غير, دون, خال
`
