/**
 * Words and fixed phrases that say at once which nutrient and how much, in names and in queries:
 * `facets | en | ru | ar`; `^` before a word stands for every word that begins like it.
 */
export const claimLines = `
  n:fat- n:fat0*0.5 | fat free, nonfat, skimmed, skim, fatfree | обезжиренный, обезжиренное, нулевой жирности, ^обезжир | منزوع الدسم, خالي الدسم, منزوعة الدسم
  n:fat- | low fat, lowfat, reduced fat, semi skimmed, lean, leaner, leanest, extra lean, less fatty | нежирный, нежирное, маложирный, ^нежирн, ^маложирн, ^низкожирн, постное мясо, менее жирный, постнее | قليل الدسم, قليلة الدسم, خفيف الدسم, قليل الدهن
  n:fat+*0.5 | whole milk | цельное молоко | 
  n:fat+ | full fat, whole fat, full cream, fatty | ^жирный, ^высокожирн | كامل الدسم, كاملة الدسم
  n:sugar- n:sugar0 | sugar free, sugarfree, sugarless, unsweetened, no sugar added, zero sugar | без сахара, ^бессахарн, ^безсахарн, несладкий | بدون سكر, خالي من السكر, غير محلى, غير محلاة, دايت, زيرو
  n:sugar- | not sweet, not too sweet, less sweet, lightly sweetened, not very sweet | не сладкий, не очень сладкий, не слишком сладкий, ^малослад | غير حلو, قليل الحلاوة, ليس حلوا
  n:salt- | not salty, not too salty, less salty, lightly salted | не соленый, не очень соленый, ^слабосол | قليل الملوحة, غير مالح
  n:sugar-*0.7 n:kcal-*0.7 n:sugar0*0.5 | diet, zero | зеро, zero | دايت, زيرو
  n:kcal- | low calorie, low calories, reduced calorie, calorie free, zero calorie | ^низкокалор, ^малокалор, ^некалор, ноль калорий | قليل السعرات, منخفض السعرات, قليلة السعرات
  n:kcal+ | high calorie, calorie dense, high energy, energy dense, calorific | ^высококалор | عالي السعرات, عالية السعرات, غني بالسعرات, عالي الطاقة
  n:kcal+ n:protein+*0.4 g:nut*0.4 g:nutbutter*0.3 g:bar*0.2 -g:sweet*0.4 -g:candy*0.4 -g:chips*0.3 -g:beverage*0.3 | gain weight, gaining weight, weight gain, put on weight, bulk up, bulking, underweight, mass gain | набрать вес, набора веса, набор веса, набрать массу, поправиться, потолстеть, дефицит веса, недостаток веса | زيادة الوزن, لزيادة الوزن, اكتساب الوزن, تسمين, للتسمين, رفع الوزن, نحافة, النحافة
  v:slowcarb*0.7 n:sugar- n:carb-*0.3 g:legume*0.4 g:vegetable*0.3 g:nut*0.2 -g:sugar -g:candy*0.5 -g:juice*0.4 | low glycemic, low glycemic index, glycemic index, low gi, low glycaemic index, glycaemic index, blood sugar, steady blood sugar | низкий гликемический индекс, гликемический индекс, низкий ги, сахар в крови | مؤشر جلايسيمي, مؤشر سكري, مؤشر جلايسيمي منخفض, المؤشر الجلايسيمي, سكر الدم
  n:carb- n:sugar-*0.5 | low carb, lowcarb, carb free | ^низкоуглевод, ^малоуглевод, ^безуглевод | قليل الكربوهيدرات, منخفض الكربوهيدرات, لو كارب
  n:carb- n:sugar-*0.5 n:fat+*0.2 | keto, ketogenic, atkins, lchf, keto friendly | кето, кетодиета, кето диета | كيتو, كيتوني
  n:protein+ | high protein, protein rich, proteinaceous | ^высокобелк, ^высокопротеин, белковый, протеиновый | عالي البروتين, غني بالبروتين
  n:salt- | low salt, low sodium, unsalted, saltless, no salt, salt free | ^несолен, ^малосол, ^бессол, без соли, несоленый | غير مملح, غير مملحة, بدون ملح, قليل الملح, غير مالح
  a:lactosefree a:vegan*0.3 -g:dairy*0.8 | dairy free, milk allergy, no dairy, non dairy | без молочных продуктов, =без молочки, =без молочку, без молочного, аллергия на молоко, ^безмолочн | حساسية الحليب, بدون البان
  a:lactosefree | lactose intolerance, lactose intolerant, lactose free, intolerant to milk | ^безлактоз, непереносимость лактозы, непереносимостью лактозы | يتحمل اللاكتوز, حساسية اللاكتوز, خالي من اللاكتوز
  a:glutenfree | gluten free, celiac, coeliac, wheat free | ^безглютен, целиакия, целиакии | خالي من الجلوتين, حساسية القمح, سيلياك
  a:alcoholfree -g:alcohol*0.7 | alcohol free, non alcoholic, nonalcoholic, mocktail | ^безалкогол | خالي من الكحول, بدون كحول
  a:decaf | caffeine free, caffeinefree | без кофеина | بدون كافيين
  a:vegetarian -g:meat -g:fish*0.6 -g:sausage*0.5 | meatless, meat free, no meat, without meat | без мяса, постный, постное, постная, в пост | بدون لحم, بلا لحم, صيامي
  a:fortified | fortified, enriched, vitamin fortified, with added vitamins, vitamins added | обогащенный, витаминизированный, ^обогащ, ^витаминизир | مدعم, مدعمة, معزز, معززة, مدعم بالفيتامينات
  a:canned*0.3 | in own juice, in its own juice, in natural juice | в собственном соку, в с.с. | في عصيره
`
