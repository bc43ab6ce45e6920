/**
 * Words for nutrients and for other things that a food has or has not: `nutrient | en | ru | ar`. A nutrient after which
 * `=property` stands is no number of a record: having none of it is that property (`Properties.ts`).
 */
export const nutrientLines = `
  protein | protein, proteins | белок, белка, белки, белков, белком, протеин, ~белковый, ~протеиновый | بروتين, بروتينات, البروتين
  fat | fat, fats, fatty | жир, жира, жиры, жиров, жирность, ~жирный, жирности | دهون, دهن, دسم, دهنية, شحوم
  sat | saturated fat, saturated fats | насыщенные жиры, насыщенных жиров | دهون مشبعة, دهون المشبعة
  sugar | sugar, sugars | сахар, сахара, сахаром, сахаров | سكر, سكريات
  carb | carb, carbs, carbohydrate, carbohydrates | углевод, углеводы, углеводов, ~углеводный | كربوهيدرات, نشويات, كارب
  fiber | fiber, fibre, dietary fiber, roughage | клетчатка, клетчатки, клетчаткой, пищевые волокна, пищевых волокон | الياف, ليف
  salt | salt, sodium | соль, соли, солью, натрий, натрия | ملح, صوديوم, الملح
  kcal | calorie, calories, kcal, energy value, cal | калория, калории, калорий, калорийность, калорийности, ккал, ~калорийный | سعرات, سعرة, سعرات حرارية, كالوري, حراريه
  added-sugar=sugaradded | added sugar, added sugars, sugar added | добавленный сахар, добавленного сахара, добавления сахара, добавлением сахара | سكر مضاف, اضافة سكر, سكر مضافة
  lactose=lactosefree | lactose, milk sugar | лактоза, лактозы, лактозу | لاكتوز
  gluten=glutenfree | gluten, wheat gluten | глютен, глютена, клейковина | جلوتين, غلوتين
  caffeine=decaf | caffeine | кофеин, кофеина | كافيين, كافين
  alcohol=alcoholfree | alcohol | алкоголь, алкоголя, спирт | كحول, الكحول
  meat=meatless | meat, animal products | мясо, мяса, мясной | لحم, لحوم
  dairy=dairyfree | dairy | молочного, молочных продуктов | البان, منتجات الالبان
  cholesterol=fatlow | cholesterol | холестерин, холестерина | كوليسترول
`
