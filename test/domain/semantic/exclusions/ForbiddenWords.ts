/**
 * Words of names that show what is in a food, written down without the tables of the program: what is free of something must
 * not be called so. `unless`: longer names in which the word means something else, or which say that it is not there.
 */
export interface ForbiddenWords {
  readonly words: RegExp
  readonly unless: RegExp
  /** a name of the product that answers for the others */
  readonly claim?: RegExp
}

/** Any of the forms, as whole words. */
const word = (forms: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${forms})(?![\\p{L}])`, "iu")

const listed: Readonly<Record<string, ForbiddenWords>> = {
  gluten: {
    words: word(
      "wheat|barley|rye|spelt|bulgur|couscous|semolina|seitan|farro|breads?|pasta|spaghetti|macaroni|noodles?|cookies?|crackers?|cakes?|pizza|croissants?|bagels?|beer|breaded|biscuits?|пшениц\\p{L}*|пшеничн\\p{L}*|ржан\\p{L}*|ячмен\\p{L}*|перлов\\p{L}*|манн\\p{L}+|булгур\\p{L}*|кускус\\p{L}*|хлеб\\p{L}*|батон|макарон\\p{L}*|спагетти|печень(?:е|я|ем)|торт\\p{L}*|пельмен\\p{L}*|вареник\\p{L}*|пиво|лаваш|قمح|شعير|برغل|كسكس|سميد|خبز|معكرونة|مكرونة|بسكويت|كيك|بيتزا|فريكة"
    ),
    unless:
      /gluten.?free|wheat.?free|without gluten|без глютена|безглютен|خالي من الجلوتين|buckwheat|crackers, rice|rice (?:noodles?|cakes?|pasta|crackers?)|breadfruit|bread.?(?:fruit|nut)|bread (?:&|and) butter|root beer|ginger beer|cellophane|mung|shirataki|corn pasta|quinoa|kamut|rice vermicelli|non.?alcoholic|puffed|popcorn cakes|seaweed noodles|spaghetti squash|starch noodles|wheatgrass|cattle|crab ?cakes?|oyster|marsh|sweetbread|noodles, (?:flat|rice)|чечил|سلطعون|хлебное дерево|noodles?, (?:chinese, )?cellophane|الخبز/iu
  },
  milk: {
    words: word(
      "milk|cheese|butter|yogh?urt|cream|whey|kefir|casein|ricotta|mozzarella|cheddar|parmesan|ghee|молок\\p{L}*|молочн\\p{L}*|сыр|сыра|сырн\\p{L}+|творог\\p{L}*|творожн\\p{L}*|сливк\\p{L}*|сливочн\\p{L}*|сметан\\p{L}*|кефир\\p{L}*|йогурт\\p{L}*|ряженк\\p{L}*|حليب|جبن|جبنة|زبدة|لبنة|زبادي|قشطة|كريمة|موزاريلا"
    ),
    unless:
      /(?:coconut|almond|soy|soya|oat|rice|cashew|hazelnut|hemp|pea|nut|flax|macadamia|quinoa) ?(?:milk|cream|butter|yogh?urt|beverage)|milk.?substitute|milk,? (?:coconut|almond|imitation)|butternut|peanut|butter.?(?:nut|bean|cup lettuce|fish|head)|(?:bread|chips)[^|]*butter|butter (?:almond|lettuce|beans?)|(?:apple|cocoa|cashew|nut|seed|sesame|sunflower|pumpkin|body|shea|mango) butter|butter, (?:almond|cashew|peanut)|milk thistle|cream of (?:tartar|wheat|rice)|cream soda|creamed corn|cream[- ]style|milkfish|dairy.?free|non.?dairy|vegan|without (?:milk|butter)|no milk|ice ?cream bean|soursop|custard apple|milk, (?:soy|rice|oat)|кокос|соев|миндальн|овсян|рисов\p{L}+ молок|растительн|без молока|молочнокислы\p{L}+ (?:бактери|микроорг)|جوز الهند|الصويا|اللوز|الشوفان|فول سوداني|زبدة (?:الفول|الكاكاو|لوز|كاجو|التفاح)|حليب (?:لوز|صويا|شوفان|أرز|جوز)|milky|apple butter|sheanut|cupu|oil|чечил|арахисов|headcheese|head cheese|corn, sweet|чай молочный улун|milk oolong|крупк|сырая|سمك الحليب|nuts, butter|milkweed|kernel|مسلوق/iu
  },
  egg: {
    words: word(
      "eggs?|omelet(?:te)?|mayonnaise|meringue|яйц\\p{L}*|яичн\\p{L}*|омлет|майонез\\p{L}*|بيض|بيضة|مايونيز|عجة"
    ),
    unless:
      /egg.?(?:plant|free|fruit|less)|without egg|no egg|eggplant|без яиц|vegan|egg ?(?:corn)|easter|substitute|imitation|باذنجان|ابيض|أبيض|بيضاء|white beans/iu
  },
  fish: {
    words: word(
      "fish|salmon|tuna|cod|herring|sardines?|anchov(?:y|ies)|mackerel|trout|caviar|рыб\\p{L}+|лосос\\p{L}*|тунец|тунца|сельд(?:ь|и|ью)|треск[аи]|шпроты|горбуш\\p{L}*|скумбри\\p{L}*|سمك|تونة|سلمون|سردين|كافيار"
    ),
    unless:
      /shellfish|crayfish|cuttlefish|goldfish|swedish fish|fish.?free|vegetable caviar|eggplant caviar|икра (?:кабачк|баклаж|овощ|свекол)|cod(?:\p{L})|salmonberr|jellyfish|كافيار (?:ال)?(?:باذنجان|كوسا)|без рыбы|cloudberr|starfish/iu
  },
  crustaceans: {
    words: word(
      "shrimps?|prawns?|crabs?|lobsters?|crayfish|crawfish|krill|креветк\\p{L}*|краб\\p{L}*|омар\\p{L}*|روبيان|جمبري|سلطعون|كابوريا|استاكوزا"
    ),
    unless: /crab ?apples?|дикие яблоки|crab.?free|lobster mushroom|shrimp.?free/iu
  },
  molluscs: {
    words: word(
      "squid|octopus|mussels?|oysters?|clams?|scallops?|snails?|cuttlefish|кальмар\\p{L}*|осьминог\\p{L}*|мидии|устриц\\p{L}*|حبار|أخطبوط|محار|كاليماري"
    ),
    unless:
      /vegetable oyster|oyster mushrooms?|king oyster|salsify|mushrooms?,? (?:king )?oyster|вешенк|scalloped|scallop squash|squash|فطر/iu
  },
  peanut: {
    words: word("peanuts?|арахис\\p{L}*|فول سوداني"),
    unless: /without peanuts|peanut.?free|no peanuts|без арахиса/iu
  },
  nuts: {
    words: word(
      "almonds?|walnuts?|hazelnuts?|cashews?|pistachios?|pecans?|macadamias?|brazilnuts?|marzipan|mixed nuts|миндал\\p{L}*|грецк\\p{L}+|фундук\\p{L}*|кешью|фисташк\\p{L}*|орех|орехи|орехов\\p{L}*|لوز|كاجو|فستق|بندق|مكسرات"
    ),
    unless:
      /nut.?free|without nuts|coconut|butternut|мускатн|кокосов|кедров|фисташк\p{L}* цвет|فستق العبيد|فستق عبيد|tiger|almond ?(?:mushroom)|indian almond|almond squash|земляной|ореховая тыква|walnut squash|соевы/iu
  },
  soy: {
    words: word(
      "soy|soya|soybeans?|tofu|tempeh|edamame|miso|natto|tamari|соев\\p{L}*|соя|тофу|мисо|темпе|صويا|توفو|فول الصويا"
    ),
    unless: /soy.?free|without soy|no soy/iu
  },
  celery: {
    words: word("celery|celeriac|сельдере\\p{L}*|كرفس"),
    unless: /celery cabbage|chinese celery cabbage/iu
  },
  mustard: { words: word("mustard|горчи[цч]\\p{L}*|خردل|مستردة"), unless: /without mustard/iu },
  sesame: {
    words: word("sesame|tahini|hummus|кунжут\\p{L}*|тахин\\p{L}*|хумус|سمسم|طحينة|طحينية|حمص بالطحينة"),
    unless: /sesame.?free|without sesame/iu
  },
  sulphites: { words: word("wine|sulfured|sulphured|вино"), unless: /vinegar|non.?sulf|unsulf|wine grapes/iu },
  lupin: { words: word("lupins?|lupines?|люпин\\p{L}*|ترمس"), unless: /lupin.?free/iu },
  pork: {
    words: word(
      "pork|bacon|ham|lard|prosciutto|pepperoni|chorizo|свинин\\p{L}*|свин\\p{L}+|бекон\\p{L}*|ветчин\\p{L}*|сало|خنزير|بيكون"
    ),
    unless:
      /turkey (?:bacon|ham)|ham, turkey|turkey,? (?:bacon|ham)|beef bacon|bacon,? (?:turkey|beef)|chicken ham|meatless|pork.?free|without ham|without pork|imitation|vegetarian|из индейки|говяж|куриная ветчина|بيكون (?:بقري|ديك رومي|لحم)|يوستان/iu
  },
  alcohol: {
    words: word(
      "beer|wine|vodka|whiske?y|rum|brandy|liqueur|gin|cognac|пиво|вино|водка|коньяк|виски|ликер|ликёр|نبيذ|بيرة|ويسكي|فودكا"
    ),
    unless:
      /vinegar|root beer|ginger beer|non.?alcoholic|alcohol.?free|безалкогольн|wine grapes|gin(?:\p{L})|خل |بدون كحول|بيرة خالية|rum raisin|beerwurst|beer salami|beer nuts|leaves/iu
  },
  gelatine: {
    words: word("gelatine?|gummy|gummies|marshmallows?|желатин\\p{L}*|зефирки|جيلاتين|مارشميلو"),
    unless: /gelatine?.?free|without gelatin|vegan|marsh ?mallow root/iu
  },
  meat: {
    words: word(
      "beef|pork|chicken|lamb|veal|turkey|mutton|venison|duck|goose|bacon|ham|говядин\\p{L}*|говяж\\p{L}*|свинин\\p{L}*|куриц\\p{L}*|курин\\p{L}*|баранин\\p{L}*|телятин\\p{L}*|индейк\\p{L}*|мясо|мясн\\p{L}+|لحم|دجاج|بقري|ضأن|ديك رومي"
    ),
    unless:
      /eggs?|яйц|яиц|краба|meatless|vegetarian|vegan|butter chicken paste|chicken of the woods|chickenless|duck ?(?:weed|potato|sauce)|turkey ?berry|veggie|imitation|substitute|soy|without meat|no meat|lamb'?s|lambs ?quarters?|goose ?(?:berry|foot)|beefsteak|beef ?steak (?:tomato|plant)|مع (?:بيض)|بدون لحم|turkish|мясистый|تركي|chicken ?(?:foot|ring)|mince ?meat|без мяса|بيض|meat.?free|نباتي/iu
  }
}

const milk = listed["milk"]

/** By the ids of `exclusion-kinds.tsv`; lactose is where milk is, unless it was taken out. */
export const forbiddenWords: Readonly<Record<string, ForbiddenWords>> =
  milk === undefined
    ? listed
    : {
        ...listed,
        lactose: { ...milk, claim: /lactose.?free|lactaid|безлактоз/iu }
      }
