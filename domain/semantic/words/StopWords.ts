/** Words that queries are made of and no food is found by. */
export const stopWordLines = `
  a an the of in on and or to for with from by at as is are be i me my we our you your it its this that these those some any
  something anything someone food foods product products item items good best great nice like want need looking find give
  show can could would please which what who when very most also eat eating have should must may might do does did dont wont
  will not been get got keep let take put go going use help before after during while because so if then there here how much
  many bit kind type sort thing things way people person days daily new ready content contents level levels amount amounts
  contain contains containing has than per about into out up make suitable friendly
  winter summer spring autumn evening night day week weekend family guests friends man woman husband wife home work
  cook buy try cheap tasty delicious yummy favorite really few option options idea ideas time hot weather
  he she they them his her their us him was were had being am im ive id cant couldnt doesnt isnt arent theres whats thats
  but too just only still even ever never always often usually sometimes maybe perhaps quite rather pretty super extremely
  enough again already soon later now today tonight tomorrow yesterday every each other another all both same different such
  own well better bigger okay ok wonderful perfect ideal favourite favorites popular typical usual ordinary normal
     proper true actual certain various several suit suits good recommend recommended suggest
  suggestions suggestion advise looking searching search seeking seek craving crave crave love loves loved likes enjoy
  prefer feel feeling feels think know tell see seen look looks seems taste tastes tasting flavour flavours flavors wanting
  needs needed wants eaten eats ate eater eaters consume consuming consumption serve serves
  served serving cooking cooked prepare prepared preparing preparation making made makes done does doing add added adding
  bring brings brought pack packed packing carry hold holds leave left room temperature fridge refrigerator
  kitchen table plate bowl cup bottle box bag jar piece pieces portion portions serving servings pack packs
  store shop market supermarket grocery groceries shopping money budget affordable inexpensive price pricey expensive
  first second third one two three four five ten full empty small little big large huge long short high
  easy easily hardly fast slow slowly heavy weak young adult adults older
  mother father mom mum dad parents sister brother aunt uncle friend girlfriend boyfriend colleague colleagues neighbour
  boss team everyone everybody anyone nobody others myself yourself himself herself themselves ourselves mine yours patient
  patients doctor disease condition sufferer sufferers suffering having suffer problem problems issue issues health body
  trip trips vacation holiday holidays monday tuesday wednesday thursday friday saturday sunday month year years hour hours
  minute minutes moment season seasonal place places country where why whether until till since between among through over
  under around near away off back down along across against within upon onto without via plus including include includes
  ingredient ingredients recipe recipes dish option meals occasion occasions purpose stuff lots nothing none no yes hello hi
  thanks thank please kindly hey looking variety varieties selection range source sources main mainly
  mostly based free allowed permitted okay recommended approved certified prohibited forbidden avoid avoiding avoids
   lower reduce reducing increase boost improve improves support supports keeps keeping stay stays last lasts lasting
  go goes gone come comes start starting end finish finished quick quickly instead choice choices pick picks pair
  pairs pairing match matches combine combined combination accompany together inside outside bottom
  lover lovers helps wake old gentle thin style island desert run guilt guilty football twenty ten six seven eight dozen crowd
  healthily properly nicely watching watch couple single   weekdays weeknight weeknights beginner
  trying tried works worked working starve reach handy spare random surprise surprising interesting unusual different
  afternoon safe bowls bowl anti workers worker shift table delicacy lag jet champion champions
  и в во на с со к ко по из за от до у о об для при или а но не что чтобы как это эти все мне мой моя моего хочу нужен нужно
  надо найти есть поесть съесть еда еды продукт продукты продуктов товар нибудь то бы какой какие чего чем можно очень самый лучше
  хороший вид зима зимой лето летом весна весной осень осенью вечером день неделя семья семьи гости гостей друзья муж жена дом
  работа дать взять купить приготовить попробовать вкусный вкусное вкусная вкусно дешевый недорогой любимый вариант варианты
  идея время пожалуйста подойдет подходит блюда продуктами чтоб перед после поел кушать скушать съедобное
  содержание содержанием содержания содержит количество количеством уровень
  че чё чо нить чёнить ченить чтонибудь чонибудь штото шо чтото кое что-нибудь такое такой такая таких такого такому таким такую такие этакого эдакого эдакое этакое этакий
  какое-нибудь какая какого каких каким какую какими который которая которое которые которых которым которую которого
  хочется захотелось охота хотелось хотел хотела хотим хотят хочешь хочет желательно желаю ищу подскажите подскажи посоветуйте
  посоветуй порекомендуйте порекомендуй предложи предложите покажи нужна нужны нужная требуется необходимо можете может могу
  мочь буду будет быть был была было были бывает если когда где куда откуда почему зачем сколько тоже также еще ещё уже даже
  только лишь просто прям прямо совсем вообще довольно достаточно слегка немножко чуть чуток чуть-чуть капельку побольше более
  всякий всякое всякие любой любая любое любые разный разные разное другой другое другие другая остальное сам сама само сами
  себя себе собой меня тебя нас вас их его ее её им ему ей нам вам ними ним нею он она оно они мы вы ты я свой своя свое своё
  свои наш наша наше ваш тот та те того тем том той этот эта этого этому этой этим нет да ну вот же ли ведь раз два три пять
  под над без между через около среди ради против кроме вместе про ради либо нибудь чей ничего никто ничто никакой никаких
  кушаю кушает ест ем едят едим едят поедим питание питаться питания пища пищи покушать покушал пожрать жрать перехватить хавчик
  еду едой еде снедь съестное угощение угостить угощать угощения подать подавать поставить положить пить выпить питье напиться
  готовить готовлю готовим готовки сготовить приготовления приготовленный приготовленное готовый готовое готовая готовые
  сделать делать сделанный купил куплю покупать покупки магазин магазине супермаркет продается взял возьму берут брать
  рецепт рецепта ингредиент ингредиенты состав составе блюдо блюд кухня кухни стол столу столе тарелка тарелке порция порцию
  кусок кусочек кусочки штука пачка упаковка упаковке банка бутылка стакан чашка ложка
  хорошо хорошее хорошая хорошие отличный идеально идеальный лучший лучшее лучшие классный крутой нормальный нормальное обычный
  обычная обычное обычных обычные простой простое простая простенькое быстрый быстрая интересный интересное необычное необычный
  новое новый новая популярный любимое подходящий подходящее подходящая подойдут подходят годится пойдет разрешено разрешается
  разрешенный запрещено рекомендуется полагается допустимо безопасно безопасный человек человеку людям люди людей взрослый
  взрослым мужчина мужчине мужчинам женщина женщине женщинам мама маме мамы папа папе родителям друзьям подруга подруге друг
  другу гостям коллегам коллеги начальник сосед семье муж мужу жене жены больной больным больных болезни заболевание пациент
  пациентам проблема проблемы проблемами страдающим страдающих страдаю организм организма тело тела
  каждый каждое каждые день дня дней сутки неделю месяц год года лет минут минуту час часа часов сегодня завтра вчера сейчас
  потом сразу всегда иногда часто редко обычно дома домой погода погоду выходной выходные выходным воскресенье суббота субботу
  пятница понедельник лета летний летняя летнее весенний месте повод случай случаю помощь поможет помогает помочь полезно
  дешево дешевое недорого недорогое бюджетно бюджетный экономный экономно дорого дорогой цена денег рублей
  маленький большой большая больше меньше самое самая самые много мало всего весь вся половина несколько пара пару
  вкус вкусы вкуса цвет сорт тип вроде типа наподобие похожий похожее например например значит короче
  давай дай дайте мол вкусненький аппетитный аппетитное съедобный объедение пальчики оближешь неплохо неплохое приятный приятное
  добавить добавлять добавка использовать используется держать беру носить хранить хранится класть
  заменял источник источники богат богата среднее кто кому кого ком нем ней них всем всеми всех мною тобой
  воскресный воскресная всей всю чемпиона чемпионов смена смену утренняя вечерняя вечерний вечернее ежедневный ежедневно
  полить поливать посыпать посыпаем открыл открыть съел съела работой работы любителю любителям любителей любитель подешевле
  посытней получше повкуснее побыстрее попроще полегонечку вкуснее быстрее проще дешевле хватило хватит надоело надоели
  удивить порадовать побаловать угостим гостями семьей детства детстве времени часов утра ночи полдня дорогу руку руки
  съели съедим куплю-ка посмотреть смотреть смотря готовлю-ка чем-нибудь чего-нибудь кого-нибудь какую-нибудь как-нибудь
  лучшего лучшая помогают помоги дает дают содержат содержащие содержащий содержащая богатую полный полная
  لي انا في من علي الي عن مع او و ما هو هي هذا هذه التي الذي شي شيء اي اريد ابحث طعام اكل اكله منتج منتجات غذاء افضل جيد لمن كل بعض
  وما ما لمريض اول اغذيه تغذيه التغذيه يخفض تخفض يبغاله تبغاله العيله عيله اغراض لفتره فتره مدة مده المده يقلل تقلل يزيد تزيد
  يقوي تقوي يمنع تمنع بسبب نتيجه عايزين ماعندي عندنا يكفي تكفي كافي كافيه سنوات سنين ايام شهور حفله كل كلهم غيرها غيره
  شتاء الشتاء صيف الصيف مساء يوم اسبوع عائله العائله ضيوف اصدقاء زوج زوجه بيت عمل اعطي اشتري اجرب لذيذ لذيذه رخيص مفضل
  فكره وقت فضلك مناسب مناسبه اطعمه ماكولات مرضي لمرضي مريض محتوي نسبه كميه قطعه قطع حبه عبوه علبه
  عايز عاوز عايزه عاوزه عايزين ابي ابغي ابغا ابغى نبي نبغى تبي ودي بدي بدنا بدك بدها اريد نريد تريد يريد احتاج نحتاج يحتاج محتاج
  محتاجه بحاجه حاجه حاجات حاجتي شيئا شيئ اشي اشياء شغله شغلات كده كدا هيك هيج جذي كذا زي مثل متل ازي كيف شلون ايش وش شو شنو ايه
  اللي يلي الي علشان عشان مشان منشان لاجل كي لكي حتى لما لمن وين فين اين متى هل لو اذا اذ ان انه انها لكن بس فقط ايضا كمان برضو
  جدا مره اوي قوي كتير كثير وايد هواي شوي شويه قليلا بعض اكثر اقل جدا كلش خالص مش مو ماكو مافي مفيش فيه فيها فيهم به بها بهم له لها
  لهم لنا لكم عندي عندنا عندك عنده معي معنا معك معه معها اني نحن انت انتي هم هما احنا حنا هاي هذي ذا ذي دا دي ده هاد هيدا هيدي
  ذلك تلك هناك هنا الان الحين هسه دلوقتي هلا هلق اليوم بكره غدا امس بعدين دايما دائما احيانا عاده ممكن يمكن لازم ضروري يجب ينفع
  يصلح تصلح يناسب تناسب ملائم ملائمه صالح صالحه مسموح مسموحه امن امنه ممنوع موصي ينصح تنصحوني انصحني اقترح اقتراح اقتراحات اعطني
  اعطوني هات جيب وريني دورلي ادور ندور اشوف شوف لقيت الاقي نلاقي اكلها ااكل اكلا اكلات ناكل ياكل تاكل ياكلون الاكل الطعام اطعمة
  الاطعمه ماكول وجبات الوجبات طبق اطباق الطبق طبخه طبخ الطبخ يطبخ نطبخ اطبخ احضر تحضير التحضير محضر محضره جاهز جاهزه جاهزين عمل اعمل
  اسوي نسوي لعمل اشرب نشرب يشرب شرب للشرب الشرب احط نحط اضع يوضع توضع وضع اخذ ناخذ خذ جبت اجيب شراء تسوق بقاله سوبرماركت محل متجر
  السوق ثلاجه الثلاجه مطبخ المطبخ طاوله صحن كوب كاس ملعقه كيس علبه زجاجه وصفه وصفات مكون مكونات نوع انواع صنف اصناف خيار خيارات
  طيب طيبه زاكي زاكيه حلوه شهي شهيه طعم الطعم طعمه مذاق مذاقه المذاق نكهته رائع رائعه ممتاز ممتازه زين زينه كويس كويسه منيح منيحه
  مليح احسن الافضل بسيط بسيطه سهل سهله عادي عاديه جديد جديده مختلف مختلفه كبير كبيره صغير صغيره طويل طويله كامل كامله نص نصف
  رخيصه ارخص سعر اسعار غالي ميزانيه ام اب امي ابوي ابي امهات اخي اختي صديق صديقي صديقتي ضيف ضيوفي الضيوف اهل الاهل اسره الاسره
  العائلات ناس الناس شخص اشخاص احد واحد اثنين ثلاثه رجل رجال امراه نساء النساء السيدات بنت ولد شباب كبار مصاب مصابين المصابين يعاني
  يعانون اعاني يعانوا مشكله مشاكل مرض المرض جسم الجسم صحه الصحه دكتور طبيب علاج
  صباح يوميا يومي اسبوعي شهر سنه ساعه ساعات دقائق دقيقه لحظه الاسبوع الجمعه الخميس السبت الاحد اجازه عطله وقتي موسم بيتي البيت المنزل
  منزل برا خارج داخل فوق تحت جنب قدام وراء بعد قبل خلال اثناء بين عند حول ضد دون ضمن حسب يكون تكون كان كانت يكونوا ليس ليست لست
  يحتوي تحتوي يحتوون احتواء محتواه فيتحتوي غير كلها كله جميع معظم اغلب مصدر مصادر مفعول فائده فوائد يساعد تساعد يعطي تعطي يعطيني
  يخلي يخليني يحب تحب احب نحب حابب حابه نفسي مشتهي مشتهيه مشتاق خاطري جاي جايين يجي رايح طالع طالعين نازل قاعد جالس لابد
`
