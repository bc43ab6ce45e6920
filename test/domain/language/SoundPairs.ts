/** Words of different scripts that name one thing, as people spell them; `a/b/c` are spellings of one script. */
export const alike: ReadonlyArray<string> = `
moloko=молоко tvorog=творог smetana=сметана grechka=гречка kefir=кефир=كفير borsch/borshch/borsh=борщ chai/chay=чай
syr/sir=сыр pelmeni=пельмени ryazhenka/riazhenka/rjazhenka=ряженка zefir=зефир hleb/khleb=хлеб yogurt/iogurt/yoghurt=йогурт schi/shchi=щи
kvas=квас kasha=каша varenye/varenie=варенье varenets=варенец prostokvasha=простокваша syrniki/sirniki=сырники bliny/blini=блины
pirog=пирог pirozhki=пирожки kolbasa=колбаса sosiski=сосиски vetchina=ветчина govyadina/goviadina=говядина svinina=свинина
kuritsa=курица indeyka/indeika=индейка ryba/riba=рыба seld=сельдь krevetki=креветки ikra=икра kartoshka=картошка
kartofel=картофель morkov=морковь kapusta=капуста ogurets=огурец ogurtsy/ogurcy/ogurci=огурцы pomidor=помидор svekla=свекла
chesnok=чеснок perets=перец baklazhan=баклажан kabachok=кабачок tykva/tikva=тыква goroh/gorokh=горох fasol=фасоль
yabloko/iabloko=яблоко grusha=груша vishnya/vishnia=вишня klubnika=клубника malina=малина smorodina=смородина arbuz=арбуз
apelsin=апельсин mandarin=мандарин limon=лимон=ليمون vinograd=виноград chernika=черника klyukva/klukva=клюква orekh=орех
gretskiy=грецкий arahis/arakhis=арахис semechki=семечки med=мед sahar/sakhar=сахар sol=соль muka=мука
maslo=масло slivki=сливки morozhenoe=мороженое shokolad=шоколад konfety/konfeti=конфеты pechenye/pechenie=печенье pryanik/prianik=пряник
sushki=сушки suhari/sukhari=сухари vafli=вафли halva/khalva=халва pastila=пастила sgushchenka/sguschenka=сгущенка kompot=компот
kisel=кисель mors=морс sok=сок voda=вода kofe=кофе kakao=какао vodka=водка pivo=пиво ris=рис psheno=пшено manka=манка
ovsyanka/ovsianka=овсянка perlovka=перловка makarony/makaroni=макароны lapsha=лапша grib=гриб griby=грибы shampinyony/shampinony=шампиньоны
losos=лосось treska=треска tunets=тунец salo=сало gerkules=геркулес ukrop=укроп petrushka=петрушка adzhika/adjika=аджика
chebupeli=чебупели prostokvashino=простоквашино tushenka/tushonka=тушенка vinegret=винегрет solyanka/solianka=солянка okroshka=окрошка
nutella=нутелла=نوتيلا snickers=сникерс=سنيكرز pepsi=пепси=بيبسي cheddar=чеддер=شيدر danone=данон=دانون milka=милка=ميلكا
lays=лейс=ليز heinz=хайнц=هاينز mars=марс=مارس bounty=баунти=باونتي nestle=нестле=نستله pringles=принглс=برينجلز nescafe=нескафе=نسكافيه
lipton=липтон=ليبتون fanta=фанта=فانتا sprite=спрайт=سبرايت lindt=линдт=ليندت ferrero=ферреро=فيريرو kinder=киндер=كيندر barilla=барилла=باريلا
bonduelle=бондюэль=بوندويل president=президент=بريزيدنت mozzarella=моцарелла=موزاريلا parmesan=пармезан=بارميزان philadelphia=филадельфия=فيلادلفيا
oreo=орео=اوريو kelloggs=келлогс=كيلوجز spaghetti=спагетти=سباغيتي/سباجيتي pasta=паста=باستا pizza=пицца=بيتزا burger=бургер=برجر/برغر
ketchup=кетчуп=كاتشب/كتشب mayonnaise=майонез=مايونيز espresso=эспрессо=اسبريسو latte=латте=لاتيه mokka=мокка=موكا muesli=мюсли=موسلي
granola=гранола=جرانولا brownie=брауни=براوني cookies=кукис=كوكيز chips=чипс=شيبس mango=манго=مانجو/مانغو ananas=ананас=اناناس
broccoli=брокколи=بروكلي tofu=тофу=توفو sushi=суши=سوشي noodles=нудлс=نودلز cola=кола=كولا coca=кока=كوكا tuna=туна=تونا
feta=фета=فيتا vanilla=ваниль=فانيليا avocado=авокадо=افوكادو caramel=карамель=كراميل  quinoa=киноа=كينوا
halib/7alib/haleeb/7aleeb=حليب laban=لبن khobz/khubz/5obz/khoubz=خبز hummus/humus=хумус=حمص hommos/hommus=حمص tahini/tahina/tahinah=тахини=طحينه
falafel/felafel=фалафель=فلافل shawarma/shawerma=шаурма=شاورما dajaj/dajaaj=دجاج tamr/tamer=تمر kabsa/kabseh/kabsah=кабса=كبسه
almarai/marai=альмараи=المراعي 3asal/asal=عسل labneh/labnah/labna=لبنه jibneh/jibnah/gibna/gebna=جبنه zaytoon/zaitoun/zeitoun=زيتون
bayd/beid=بيض lahm/la7m/lahem=لحم samak=سمك aruz=ارز tuffah/toffah/tufa7=تفاح mooz/moz/mouz=موز burtuqal/bortoqal/burtukal=برتقال
shai/shay=شاي qahwa/kahwa/9ahwa=قهوه sukkar/sukar=سكر zabadi=زبادي zibda/zebda/zubda=زبده asir/aseer/3asir/3aseer=عصير fool/ful/foul=فول
adas/3adas=عدس basal=بصل thoum/toum/thoom=ثوم batata=بطاطا batates/batatis=بطاطس tamatem/tamatim=طماطم khiyar/5iyar=خيار fasolia/fasoulia=فاصوليا
molokhia/mulukhiyah=ملوخيه bamia/bamya=باميه baklava=баклава baklawa=بقلاوه kunafa/kunafeh=кунафа=كنافه knafeh=كنافه halawa/7alawa/halawah=حلاوه
zaatar/za3tar=заатар=زعتر sumac/summaq=سماق tabbouleh/tabouleh=табуле=تبوله fattoush/fatoush=фаттуш=فتوش mansaf=منسف
bulgur=булгур burghul/borghol=برغل freekeh/freeka=фрике=فريكه kofta/kafta=кофта=كفته kebab/kabab=кебаб=كباب maamoul=маамуль=معمول
samboosa/sambusa=самбуса=سمبوسه manakish/manakeesh=مناقيش dibs=дибс=دبس
`
  .trim()
  .split(/\s+/)

/** Spellings found by another reading of their letters: c as ts or ch, ch as k, j as zh or y, a final h, w as v. */
export const alikeByAnotherReading: ReadonlyArray<readonly [a: string, b: string]> = `
grecka=гречка kurica=курица ogurec=огурец perec=перец tunec=тунец greckij=грецкий greckiy=грецкий pirojki=пирожки baklajan=баклажан
morojenoe=мороженое jabloko=яблоко jogurt=йогурт oreh=орех mocha=мокка mocha=موكا baklawa=баклава baklava=بقلاوه баклава=بقلاوه waffle=вафли
whisky=виски kiwi=киви киви=كيوي sandwich=сэндвич gouda=قودا goody=قودي thawm=سوم orange=оранж`
  .trim()
  .split(/\s+/)
  .map(toPair)

/** Foods of different scripts that nobody should be given for each other. */
export const unlike: ReadonlyArray<readonly [a: string, b: string]> = `
moloko=малина syr=сыворотка sok=соль kefir=кофе hleb=халва chai=щука ris=рыба maslo=мясо muka=мед sahar=сухари perec=персик
kvas=каша malina=мелисса grusha=горох tykva=творог borsch=брюква ryba=ребро kasha=квас med=мята morkov=морковник lapsha=лосось
apple=яйцо milk=мука bread=бобы salt=сельдь water=ветчина honey=ананас cheese=кешью rice=репа fish=фасоль butter=бутылка
halib=حلاوه laban=لوز khobz=خيار hummus=خميره tahini=تونا dajaj=دقيق tamr=طماطم kabsa=كبده falafel=خل asal=ارز bayd=بطاطس lahm=ليمون
samak=سمن milk=ملح bread=برتقال cola=كاكاو nutella=نودلز pepsi=بصل cheddar=شاي mango=موز jam=جبن oil=عسل
молоко=ملح кефир=كوفي хлеб=خل творог=ترمس чай=شعير рис=روبيان масло=مشمش мука=موز кофе=كيوي`
  .trim()
  .split(/\s+/)
  .map(toPair)

function toPair(pair: string): readonly [a: string, b: string] {
  const [a = "", b = ""] = pair.split("=")
  return [a, b]
}
