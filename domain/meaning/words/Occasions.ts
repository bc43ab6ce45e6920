/**
 * Occasions, audiences, goals and tastes, and what they ask for: `facets | en | ru | ar`; queries only.
 */
export const occasionLines = `
  g:cereal g:porridge*0.9 g:egg*0.6 g:yogurt*0.6 g:bread*0.4 g:tvorog*0.5 g:milk*0.3 g:jam*0.2 g:cheese*0.2 | breakfast, morning, brunch | завтрак, завтраком, утро, утром, утренний | فطور, افطار, وجبة فطور, وجبة افطار, وجبة الافطار, الصباح, صباح, ترويقة
  g:dish*0.8 g:meal*0.7 g:soup*0.7 g:meat*0.4 g:fish*0.4 g:salad*0.4 g:pasta*0.3 g:sandwich*0.3 | lunch, midday meal | обед, обеда, обеденный, на обед | غداء, وجبة غداء, الغداء, غدا
  g:dish*0.6 g:meal*0.5 g:salad*0.7 g:fish*0.6 g:meat*0.4 g:poultry*0.4 g:soup*0.4 g:vegetable*0.5 g:egg*0.3 -g:sweet*0.4 -g:beverage*0.4 -g:oil*0.3 | dinner, supper, evening meal | ужин, ужина, ужину, вечером поесть | عشاء, وجبة عشاء, العشاء, عشا
  g:snack*0.9 g:nut*0.6 g:seed*0.4 g:bar*0.4 g:driedfruit*0.2 g:fruit*0.2 g:cheese*0.2 g:yogurt*0.15 -g:meal*0.2 | snack, munch, nibble, bite to eat, between meals | перекус, перекусить, снек | سناك, وجبة خفيفة, تصبيرة
  g:sweet g:cookie*0.3 g:cake*0.2 g:chocolate*0.2 g:candy*0.2 g:dessert*0.2 | sweet, sweet treat, sweet tooth, dessert, something sweet, treat | сладкое, сладкий, сладость, вкусняшка, десерт, к чаю | حلو, حلويات, حلى, تحلية
  g:cookie*0.9 g:cake*0.9 g:chocolate*0.5 g:candy*0.4 g:sweet*0.5 -g:beverage | with coffee, with tea, for tea, to go with coffee, to go with tea | к чаю, к кофе, с чаем, с кофе, чаепитие | مع القهوة, مع الشاي, مع قهوة, مع شاي
  g:chips g:cracker*0.8 g:snack*0.6 g:nut*0.5 g:popcorn*0.5 a:salted*0.5 -g:alcohol | with beer, for beer, party snack, movie night, game night | к пиву, под пиво, для вечеринки, к фильму | مع الفيلم, للسهرة
  g:spread g:jam*0.5 g:nutbutter*0.5 g:butter*0.4 g:honey*0.3 g:sweetspread*0.5 g:cheese*0.2 -g:bread*0.5 | spread on toast, spread on bread, for toast, spreadable, for sandwiches, spread | намазать на хлеб, намазка, на хлеб, для бутербродов, на бутерброд, на тост | للدهن, دهن على الخبز, للساندويتش, على التوست, على الخبز
  g:beverage g:soda*0.3 g:juice*0.3 g:water*0.3 -g:coffee*0.4 -g:alcohol*0.4 a:powder*-0.3 | refreshing, hot day, hot weather, summer heat, cold drink, thirst, thirsty, cool drink, summer drink, hydration | освежающий, освежающее, в жару, жаркий день, жаркая погода, утолить жажду, жажда, прохладительный, холодный напиток | منعش, يوم حار, الجو الحار, عطش, مشروب بارد, مشروبات باردة, ترطيب
  g:tea*0.6 g:coffee*0.6 g:herbaltea*0.3 g:drinkmix*0.3 g:soup*0.2 | hot drink, warm drink, warming | горячий напиток, согревающий, согреться | مشروب ساخن, مشروبات ساخنة, مشروب دافي
  n:protein+ n:fat-*0.3 n:sugar-*0.2 | muscle, muscles, bodybuilding, bodybuilder, build muscle, gain muscle, gym, workout, post workout, after workout, after training, athlete, athletes, fitness | мышцы, мышечная масса, набор массы, тренировка, тренировки, после тренировки, спортсмен, спортсменов, качок, фитнес, спортзал | عضلات, تمرين, تمارين, بعد التمرين, رياضي, رياضيين, كمال اجسام, جيم, الرياضة
  n:carb+*0.6 n:fat-*0.4 g:bar*0.5 g:porridge*0.4 g:fruit*0.4 g:driedfruit*0.4 g:energydrink*0.3 | before a run, before running, before workout, before training, pre workout, marathon, endurance | перед тренировкой, до тренировки, перед пробежкой, пробежка, марафон | قبل التمرين, قبل الجري, ماراثون
  g:dairy*0.5 g:fruit*0.5 g:vegetable*0.5 g:legume*0.4 g:egg*0.3 g:fish*0.3 -g:alcohol -g:coffee*0.5 -g:energydrink*0.6 | pregnant, pregnancy, pregnant women | беременных, беременность, для беременных | حامل, للحوامل, الحوامل, الحمل
  g:energydrink*0.7 g:beverage*0.3 n:carb+*0.2 | energy boost, wake up, stay awake | взбодриться, бодрость, заряд энергии | نشاط, طاقه سريعه
  n:kcal-*0.9 n:fat-*0.5 n:sugar-*0.4 n:fiber+*0.3 n:protein+*0.3 -g:oil*0.5 -g:sweet*0.3 -g:beverage*0.4 -g:spice*0.5 -g:soup*0.1 | weight loss, lose weight, losing weight, dieting, slimming, diet food, on a diet, slim, weight watchers | похудение, похудения, похудеть, худеть, диета, диеты, на диете, диетический, диетическое, диетические, сбросить вес, стройность | رجيم, للرجيم, حمية, دايت, تخسيس, تنحيف, خسارة الوزن, انقاص الوزن
  n:sugar- n:carb-*0.7 n:sugar0*0.3 n:fiber+*0.3 n:satfat-*0.2 -g:sugar -g:candy*0.4 | diabetic, diabetics, diabetes, low glycemic, glycemic index, low gi, blood sugar | диабетик, диабетику, диабетиков, диабет, диабете, диабетический, гликемический индекс, низкий гликемический индекс | سكري, مرضى السكري, مريض السكري, لمرضى السكر, السكري, مؤشر جلايسيمي, المؤشر الجلايسيمي, مؤشر سكري
  n:salt- n:sat-*0.5 n:fat-*0.2 | hypertension, blood pressure, heart healthy, heart health, low cholesterol | гипертония, гипертоников, давление, для сердца, здоровое сердце | ضغط الدم, مرضى الضغط, صحة القلب, للقلب
  n:fiber+ n:kcal-*0.2 | digestion, digestive, gut health, constipation | пищеварение, для кишечника, кишечник | هضم, امعاء, امساك
  n:sugar-*0.5 n:salt-*0.4 n:sat-*0.4 n:kcal-*0.3 n:fiber+*0.4 n:protein+*0.2 -g:candy*0.4 -g:soda*0.3 | healthy, wholesome, nutritious, clean eating, good for you, healthier | полезный, полезное, полезная, полезные, здоровый, здоровое, здоровое питание, пп | صحي, صحية, مفيد, مفيدة, صحيه
  n:kcal- n:fat-*0.5 | light, lite, lighter, light meal, not heavy, easy on stomach, lighter | легкий, полегче, легче, легкое, легкая, легенький, нетяжелый, лайт | خفيف, خفيفة
  n:kcal+*0.6 n:protein+*0.5 | filling, hearty, satisfying, substantial | сытный, сытное, сытная, питательный | مشبع, مشبعة, مغذي
  a:kids g:yogurt*0.3 g:fruit*0.3 g:cookie*0.15 g:babyfood*0.3 -g:alcohol -g:coffee*0.5 -g:energydrink*0.6 -g:spice*0.3 a:spicy*-0.5 n:salt-*0.3 n:sugar-*0.2 | kids, children, child, school, toddler, my son, my daughter, kid friendly | для детей, детям, ребенок, ребенка, ребенку, дети, детский, школьнику, малыш | اطفال, للاطفال, طفل, الاطفال, المدرسة
  g:legume*0.5 g:soyfood*0.5 g:nut*0.4 g:egg*0.4 g:tvorog*0.3 g:cheese*0.2 n:protein+ -g:meat -g:fish*0.5 a:vegetarian*0.6 | vegetarian protein, plant protein, vegan protein, vegetarian source of protein, plant based protein, meatless protein | растительный белок, белок без мяса, вегетарианский белок | بروتين نباتي
  a:vegetarian g:meatfree*0.6 g:soyfood*0.4 g:legume*0.3 g:vegetable*0.3 -g:meat -g:fish*0.7 -g:sausage*0.5 | vegetarian, vegetarians, veggie, meat free | вегетарианский, вегетарианское, вегетарианец, вегетарианцев, постный, постное, постная | نباتي, نباتيين, نباتية
  a:vegan a:vegetarian*0.6 g:soyfood*0.6 g:meatfree*0.6 g:plantmilk*0.4 g:legume*0.4 g:vegetable*0.3 -g:meat -g:fish*0.7 -g:dairy*0.7 -g:egg*0.5 | vegan, plant based | веган, веганский, веганское, растительный | نباتي صرف, فيجان, فيجن
  g:meal a:frozen*0.5 a:instant*0.6 g:pizza*0.3 g:dumpling*0.4 | quick dinner, quick meal, ready meal, microwave, heat and eat, quick lunch, convenience, easy meal, lazy dinner | на скорую руку, быстро приготовить, разогреть, микроволновка, микроволновке, быстрый ужин, быстрый обед | وجبة سريعة, للميكروويف, ميكروويف, جاهز للتسخين, سريع
  a:canned*0.4 a:dried*0.4 g:legume*0.2 g:nut*0.2 g:bar*0.3 | camping, hiking, travel, shelf stable, long shelf life, for the road | в поход, поход, в дорогу, туристический, долго хранится | رحلات, تخييم, للسفر
  a:salted g:chips*0.5 g:cracker*0.3 g:nut*0.2 g:snack*0.3 g:pickle*0.3 | salty, savory, savoury | соленое, соленый, солененькое | مالح, موالح
  a:crunchy g:chips*0.6 g:cracker*0.5 g:popcorn*0.4 g:nut*0.3 | crunchy, crispy, crunch | хрустящий, хрустящее, похрустеть | مقرمش, مقرمشة, قرمشة
  g:fermented g:yogurt*0.4 | probiotic, probiotics, fermented | пробиотики, пробиотик, кисломолочный | بروبيوتيك, مخمر
  g:meat*0.7 g:sausage*0.3 g:fish*0.2 | barbecue, bbq, grill, for grilling | на шашлык, для гриля, на гриль, барбекю | شواء, للشوي, مشاوي
  g:cake*0.6 g:flour*0.6 g:sugar*0.2 | baking, bake at home | для выпечки, выпечка | للخبز المنزلي, للحلويات المنزلية
  g:fish*0.9 g:nut*0.3 g:seed*0.3 n:fat+*0.6 | omega 3, omega, healthy fats, good fats, fish oil | омега 3, омега, полезные жиры | اوميغا, اوميجا, دهون صحية
  g:dairy*0.8 g:cheese*0.5 g:yogurt*0.4 g:milk*0.4 g:tvorog*0.4 | calcium, strong bones, for bones | кальций, кальция, для костей | كالسيوم, للعظام
  g:beef*0.6 g:offal*0.7 g:legume*0.5 g:meat*0.3 | iron, iron rich, anemia | железо, железа, анемия | حديد, فقر الدم
  g:fruit*0.8 g:berry*0.5 g:juice*0.3 g:vegetable*0.3 | vitamin, vitamins, vitamin c, antioxidants, antioxidant, immunity | витамин, витамины, витамина с, антиоксиданты, иммунитет | فيتامين, فيتامينات, مضادات الاكسدة, المناعة
  g:pasta*0.7 g:pizza*0.7 g:cheese*0.2 g:meal*0.2 | italian, italian food | итальянская кухня, итальянское | ايطالي, اكل ايطالي
  g:sandwich*0.4 g:chips*0.3 g:hotsauce*0.4 g:legume*0.3 a:spicy*0.4 | mexican, mexican food, tex mex | мексиканская кухня, мексиканское | مكسيكي
  g:pasta*0.4 g:rice*0.4 g:soyfood*0.3 g:seaweed*0.2 g:seafood*0.2 | asian, chinese, japanese, asian food, korean, thai | азиатская кухня, китайская кухня, японская кухня, азиатское | اسيوي, صيني, ياباني
  g:driedfruit*0.6 g:soup*0.5 g:juice*0.5 g:meal*0.3 g:legume*0.2 | iftar, ramadan | рамадан, ифтар | افطار رمضان, لرمضان, رمضاني
  g:tvorog*0.3 g:egg*0.6 g:fermented*0.5 g:yogurt*0.4 g:porridge*0.5 g:legume*0.3 g:bread*0.4 n:protein+*0.4 n:fiber+*0.4 | suhoor, sahur | сухур | سحور, السحور
  g:cake*0.8 g:candy*0.5 g:soda*0.4 g:chips*0.5 g:icecream*0.3 | birthday, party, celebration, holiday table | день рождения, праздник, праздничный стол, вечеринка | عيد ميلاد, حفلة, للحفلات
  g:sandwich*0.6 g:fruit*0.4 g:snack*0.5 g:bar*0.4 | lunchbox, picnic, on the go, to go, for work, office snack | пикник, с собой, на работу, в офис | نزهة, للعمل, للدوام
  g:herbaltea a:decaf | before bed, bedtime, evening drink, to sleep, good sleep, calming | перед сном, на ночь, для сна, успокаивающий | قبل النوم, للنوم, مهدئ
  n:fat+ | fatty, rich creamy, high fat | жирное, пожирнее | دسم كامل
  a:instant g:soup*0.4 g:pasta*0.4 g:porridge*0.5 g:meal*0.3 -g:water -g:beverage*0.3 | just add boiling water, add boiling water, add hot water, boiling water, just add water | залить кипятком, кипятком, залил кипятком, добавить воды | بالماء الساخن, ماء ساخن, ماء مغلي
  g:babyfood a:kids*0.7 g:fruit*0.2 g:porridge*0.2 -g:coffee -g:alcohol n:salt-*0.4 | babies, baby, infant, infants, weaning | малышам, младенец, младенцу, грудничок, грудничку, прикорм, первый прикорм | رضيع, الرضع, للرضع, رضع
  g:vegetable*0.6 g:grain*0.6 g:potato*0.5 g:rice*0.5 g:pasta*0.4 g:legume*0.3 | side dish, as a side | гарнир, на гарнир | طبق جانبي
  g:cream*0.4 g:yogurt*0.3 g:dessert*0.3 g:icecream*0.3 | creamy, silky, smooth | кремовый, нежный, сливочный вкус | كريمي, كريمية, ناعم
  g:bread*0.3 g:vegetable*0.4 a:vegetarian a:vegan*0.7 -g:meat -g:dairy -g:egg*0.6 -g:fish*0.4 | lent, lenten, fasting food | в пост, великий пост, постная еда | صيام, للصيام
`
