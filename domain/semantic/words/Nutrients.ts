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
  calcium=calcium | calcium | кальций, кальция, кальцием | كالسيوم, الكالسيوم
  iron=iron | iron | железо, железа, железом | حديد, الحديد
  magnesium=magnesium | magnesium | магний, магния, магнием | مغنيسيوم, المغنيسيوم, ماغنسيوم, مغنسيوم, ماغنيسيوم
  phosphorus=phosphorus | phosphorus | фосфор, фосфора, фосфором | فوسفور, الفوسفور, فسفور
  potassium=potassium | potassium | калий, калия, калием | بوتاسيوم, البوتاسيوم
  zinc=zinc | zinc | цинк, цинка, цинком | زنك, الزنك
  selenium=selenium | selenium | селен, селена, селеном | سيلينيوم, السيلينيوم
  iodine=iodine | iodine | йод, йода, йодом | يود, اليود
  vita=vita | vitamin a, beta carotene, retinol | витамин а, витамина а, витамином а, бета каротин, каротин, каротина | فيتامين ا, فيتامين أ, بيتا كاروتين
  vitb=vitb | vitamin b, b vitamins, vitamin b6, vitamin b1, vitamin b2 | витамин в, витамины группы в, витаминов группы в, витамин б, витамины группы b, витамин b6 | فيتامين ب, فيتامينات ب, فيتامين ب6
  vitb12=vitb12 | vitamin b12, b12 | витамин в12, витамина в12, витамином в12, витамин b12, витамина b12, в12, b12, витамин б12 | فيتامين ب12, فيتامين b12, فيتامين ب 12
  folate=folate | folate, folic acid, folates | фолиевая кислота, фолиевой кислоты, фолиевой кислотой, фолаты, фолатов | حمض الفوليك, فوليك, الفولات, فولات
  vitc=vitc | vitamin c, ascorbic acid | витамин с, витамина с, витамином с, витамин c, витамина c, витамином c, аскорбиновая кислота | فيتامين سي, فيتامين ج, فيتامين c, فيتامين س
  vitd=vitd | vitamin d, vitamin d3 | витамин д, витамина д, витамином д, витамин d, витамина d, витамином d, витамин д3 | فيتامين د, فيتامين d, فيتامين دي
  vite=vite | vitamin e | витамин е, витамина е, витамином е, витамин e, витамина e | فيتامين ه, فيتامين هـ, فيتامين e, فيتامين اي
  vitk=vitk | vitamin k | витамин к, витамина к, витамином к, витамин k, витамина k | فيتامين ك, فيتامين k, فيتامين كي
  vitc=vitamins | vitamin, vitamins, multivitamin | витамин, витамины, витаминов, витаминами | فيتامين, فيتامينات, الفيتامينات
  omega3=omega3 | omega 3, omega, omega 3 fatty acids, omega 3s, fish oil | омега 3, омега, омега 3 жиры, жирные кислоты омега 3, рыбий жир | اوميغا 3, اوميغا, اوميجا 3, اوميجا, اوميقا 3
  goodfat=goodfat | healthy fats, good fats, healthy fat, unsaturated fat, unsaturated fats, monounsaturated, polyunsaturated fats, heart healthy fats | полезные жиры, полезных жиров, полезными жирами, хорошие жиры, здоровые жиры, ненасыщенные жиры, ненасыщенных жиров, правильные жиры | دهون صحية, الدهون الصحية, دهون مفيدة, دهون غير مشبعة, الدهون غير المشبعة
  probiotic=probiotic | probiotic, probiotics, live cultures, good bacteria, gut bacteria, gut flora | пробиотик, пробиотики, пробиотиков, пробиотиками, живые бактерии, бифидобактерии, лактобактерии, микрофлора, микрофлоры | بروبيوتيك, البروبيوتيك, بكتيريا نافعة, البكتيريا النافعة
  antioxidant=antioxidant | antioxidant, antioxidants | антиоксидант, антиоксиданты, антиоксидантов, антиоксидантами | مضادات الاكسدة, مضادات اكسدة, مضاد للاكسدة
  solublefiber=solublefiber | soluble fiber, soluble fibre, beta glucan, pectin, prebiotic, prebiotics, prebiotic fiber, lower cholesterol, cholesterol lowering, reduce cholesterol | растворимая клетчатка, растворимой клетчатки, растворимой клетчаткой, бета глюкан, пектин, пребиотик, пребиотики, снизить холестерин, снижает холестерин | الياف قابلة للذوبان, الياف ذائبة, بريبيوتيك, بيتا جلوكان, خفض الكوليسترول, لخفض الكوليسترول
  slowcarb=slowcarb | slow carbs, complex carbs, complex carbohydrates, slow digesting carbs, slow release carbs, slow energy | сложные углеводы, сложных углеводов, сложными углеводами, медленные углеводы, медленных углеводов, медленными углеводами | كربوهيدرات معقدة, الكربوهيدرات المعقدة, كربوهيدرات بطيئة
  cholesterol=fatlow | cholesterol | холестерин, холестерина | كوليسترول
`
