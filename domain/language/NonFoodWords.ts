import { stemOf } from "./Stemming.ts"
import type { Token } from "./Tokenizer.ts"

/**
 * Common words of the three languages that name no food but are a typing mistake away from one: soap is no misspelt
 * soup, jeans are no beans. Nobody who types one of them means a food.
 */
const words = `
  soap lamp jeans shoe boot sock shirt skirt dress coat jacket glove belt scarf tie hat cap bag purse wallet backpack
  suitcase laptop phone tablet computer keyboard mouse monitor screen cable charger battery camera printer speaker
  headphones radio television chair table desk sofa bed pillow blanket towel curtain carpet mirror clock watch candle
  door window wall floor roof brick paint brush hammer nail screw drill saw ladder rope wire pipe pump engine motor
  wheel tire tyre brake car truck bus train plane boat ship bike bicycle motorcycle scooter helmet road bridge house
  home room school office book pen pencil paper notebook folder stapler scissors glue tape stamp letter envelope card
  money coin bank ticket passport key lock shampoo toothpaste toothbrush lotion perfume deodorant razor comb makeup
  lipstick mascara diaper toy doll puzzle ball racket skate snowboard ski tent torch lighter matches cigarette tobacco
  medicine pill bandage thermometer detergent bleach sponge broom mop vacuum bucket hose fence garden soil seedling
  flower vase frame picture guitar piano drum violin movie song game player ring necklace bracelet earring gold silver
  iron steel copper rubber leather cotton wool silk linen plastic wood glass stone sand cement petrol diesel gasoline
  мыло лампа джинсы обувь ботинки сапоги туфли кроссовки носки рубашка юбка платье пальто куртка перчатки ремень шарф
  галстук шапка сумка кошелек рюкзак чемодан ноутбук телефон планшет компьютер клавиатура мышь мышка монитор экран
  кабель зарядка батарейка камера принтер колонка наушники радио телевизор стул стол диван кровать подушка одеяло
  полотенце штора ковер зеркало часы свеча дверь окно стена пол крыша кирпич краска кисть молоток гвоздь шуруп дрель
  пила лестница веревка провод труба насос двигатель мотор колесо шина тормоз машина грузовик автобус поезд самолет
  лодка корабль велосипед мотоцикл самокат шлем дорога мост дом комната школа офис книга ручка карандаш бумага тетрадь
  папка степлер ножницы клей скотч марка письмо конверт карта деньги монета банк билет паспорт ключ замок шампунь
  зубная паста щетка лосьон духи дезодорант бритва расческа косметика помада тушь подгузник игрушка кукла пазл мяч
  ракетка коньки сноуборд лыжи палатка фонарь зажигалка спички сигарета табак лекарство таблетка бинт термометр
  порошок отбеливатель губка веник швабра пылесос ведро шланг забор сад почва рассада цветок ваза рама картина гитара
  пианино барабан скрипка фильм песня игра кольцо ожерелье браслет серьги золото серебро железо сталь медь резина кожа
  хлопок шерсть шелк лен пластик дерево стекло камень песок цемент бензин дизель
  صابون مصباح لمبه جينز حذاء احذيه جزمه جوارب قميص تنوره فستان معطف جاكيت قفاز حزام وشاح قبعه حقيبه شنطه محفظه لابتوب
  هاتف جوال موبايل تابلت حاسوب كمبيوتر ماوس شاشه كابل شاحن بطاريه كاميرا طابعه سماعه راديو تلفاز كرسي طاوله مكتب
  كنبه اريكه سرير مخده وساده بطانيه منشفه ستاره سجاده مرايه ساعه شمعه باب نافذه شباك جدار ارض سقف طوب دهان فرشاه
  مطرقه مسمار برغي منشار سلم حبل سلك انبوب مضخه محرك عجله اطار فرامل سياره شاحنه باص حافله قطار طايره قارب سفينه
  دراجه خوذه طريق جسر بيت منزل غرفه مدرسه كتاب قلم ورق دفتر مقص صمغ غراء طابع رساله ظرف مال عمله بنك تذكره جواز مفتاح
  قفل شامبو معجون لوشن عطر مزيل مشط مكياج حفاضه لعبه دميه كره مضرب خيمه ولاعه كبريت سيجاره دخان دواء حبوب ضماد منظف
  اسفنجه مكنسه دلو خرطوم سور حديقه تربه زهره مزهريه صوره غيتار بيانو فيلم اغنيه خاتم قلاده سوار ذهب فضه حديد نحاس
  مطاط جلد قطن صوف حرير بلاستيك خشب زجاج حجر رمل اسمنت بنزين ديزل
`

const stems: ReadonlySet<string> = new Set(words.trim().split(/\s+/).map(stemOf))

/** Does a word of this stem name some other thing than food? */
export const isOtherThing = (stem: string): boolean => stems.has(stem)

/** The index behind the words that name another thing than food, from a word on; `null` where none begins. */
export const nonFoodEnd = (tokens: ReadonlyArray<Token>, start: number): number | null => {
  const token = tokens[start]
  return token !== undefined && isOtherThing(token.stem) ? start + 1 : null
}
