/** Words that queries are made of and no food is found by. */
export const stopWordLines = `
  a an the of in on and or to for with from by at as is are be i me my we our you your it its this that these those some any
  something anything someone food foods product products item items good best great nice like want need looking find give
  show can could would please which what who when very most also eat eating have should must may might do does did dont wont
  will not been get got keep let take put go going use help before after during while because so if then there here how much
  many bit kind type sort thing things way people person days daily new ready content contents level levels amount amounts
  contain contains containing has than per about into out up out made make suitable friendly
  winter summer spring autumn morning evening night day week weekend family guests friends man woman husband wife home work
  office cook buy try cheap tasty delicious yummy favorite really few alternative replacement option options idea ideas time
  hot weather
  и в во на с со к ко по из за от до у о об для при или а но не что чтобы как это эти все мне мой моя моего хочу нужен нужно
  надо найти есть поесть съесть еда еды продукт продукты продуктов товар нибудь то бы какой какие чего чем можно очень самый лучше
  хороший вид зима зимой лето летом весна осень утром вечером ночью день неделя семья семьи гости гостей друзья муж жена дом
  работа дать взять купить приготовить попробовать вкусный вкусное вкусная вкусно дешевый недорогой любимый вариант варианты
  идея время пожалуйста подойдет подходит вместо замена блюда продуктами чтоб перед после поел кушать скушать съедобное
  содержание содержанием содержания содержит количество количеством уровень
  شتاء الشتاء صيف الصيف مساء ليل يوم اسبوع عائله العائله ضيوف اصدقاء زوج زوجه بيت عمل اعطي اشتري اجرب لذيذ لذيذه رخيص مفضل
  فكره وقت فضلك مناسب مناسبه بدل اطعمه ماكولات مرضي لمرضي مريض محتوي نسبه كميه في من علي الي عن مع او و ما هو هي هذا هذه التي
  الذي شي شيء اي لي انا اريد ابحث طعام اكل اكله منتج منتجات غذاء افضل جيد لمن كل بعض قطعه قطع حبه عبوه علبه
`
