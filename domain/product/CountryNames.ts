/**
 * The countries of the coverage regions: ISO 3166-1 code, then names by which sources call them (English first, then
 * the languages in which exports without tags were seen). Everything else lies outside.
 *
 * GCC: the six members of the Gulf Cooperation Council. EU: the 27 members of the European Union since 2020, with
 * their outermost regions, where the same food law holds. The United Kingdom, Switzerland and Norway are no members.
 */
export const countryNames: Readonly<Record<string, string>> = {
  ru: "Russia|Russian Federation|Russie|Russland|Rusia|Rusland|Rússia|Россия|Российская Федерация|РФ|روسيا",
  sa: "Saudi Arabia|Kingdom of Saudi Arabia|KSA|Arabie saoudite|Saudi-Arabien|Arabia Saudita|Arabia Saudí|Saoedi-Arabië|Саудовская Аравия|السعودية|المملكة العربية السعودية",
  ae: "United Arab Emirates|UAE|Émirats arabes unis|Vereinigte Arabische Emirate|Emirati Arabi Uniti|Emiratos Árabes Unidos|Verenigde Arabische Emiraten|ОАЭ|Объединённые Арабские Эмираты|الإمارات|الإمارات العربية المتحدة",
  qa: "Qatar|Katar|Catar|Катар|قطر",
  kw: "Kuwait|Koweït|Koeweit|Кувейт|الكويت",
  bh: "Bahrain|Bahreïn|Bahrein|Baréin|Бахрейн|البحرين",
  om: "Oman|Omán|Оман|عمان|سلطنة عمان",
  us: "United States|United States of America|USA|US|États-Unis|États-Unis d'Amérique|Vereinigte Staaten|Vereinigte Staaten von Amerika|Stati Uniti|Stati Uniti d'America|Estados Unidos|Estados Unidos de América|Verenigde Staten|Verenigde Staten van Amerika|США|Соединённые Штаты Америки|الولايات المتحدة|Puerto Rico|Guam|American Samoa|Northern Mariana Islands|Virgin Islands of the United States|United States Virgin Islands",
  at: "Austria|Autriche|Österreich|Oostenrijk|Áustria|Австрия|النمسا",
  be: "Belgium|Belgique|Belgien|Belgio|Bélgica|België|Бельгия|بلجيكا",
  bg: "Bulgaria|Bulgarie|Bulgarien|Bulgarije|Bulgária|България|Болгария|بلغاريا",
  hr: "Croatia|Croatie|Kroatien|Croazia|Croacia|Kroatië|Croácia|Hrvatska|Хорватия|كرواتيا",
  cy: "Cyprus|Republic of Cyprus|Chypre|Zypern|Cipro|Chipre|Κύπρος|Кипр|Кипър|قبرص",
  cz: "Czech Republic|Czechia|République tchèque|Tchéquie|Tschechien|Tschechische Republik|Repubblica Ceca|Cechia|República Checa|Tsjechië|Česko|Česká republika|Чехия|التشيك",
  dk: "Denmark|Danemark|Dänemark|Danimarca|Dinamarca|Denemarken|Danmark|Дания|الدنمارك",
  ee: "Estonia|Estonie|Estland|Estónia|Eesti|Эстония|إستونيا",
  fi: "Finland|Finlande|Finnland|Finlandia|Finlândia|Suomi|Финляндия|فنلندا",
  fr: "France|Frankreich|Francia|Frankrijk|França|Frankrig|Francja|Франция|فرنسا|France métropolitaine|Guadeloupe|Martinique|French Guiana|Guyane|Réunion|La Réunion|Mayotte|Saint-Martin|Saint Martin",
  de: "Germany|Allemagne|Deutschland|Germania|Alemania|Duitsland|Alemanha|Tyskland|Niemcy|Германия|ألمانيا",
  gr: "Greece|Grèce|Griechenland|Grecia|Griekenland|Grécia|Ελλάδα|Греция|اليونان",
  hu: "Hungary|Hongrie|Ungarn|Ungheria|Hungría|Hongarije|Hungria|Magyarország|Венгрия|المجر",
  ie: "Ireland|Republic of Ireland|Irlande|Irland|Irlanda|Ierland|Éire|Ирландия|أيرلندا",
  it: "Italy|Italie|Italien|Italia|Itália|Italië|Olaszország|Włochy|Италия|إيطاليا",
  lv: "Latvia|Lettonie|Lettland|Lettonia|Letonia|Letland|Letónia|Latvija|Латвия|لاتفيا",
  lt: "Lithuania|Lituanie|Litauen|Lituania|Litouwen|Lituânia|Lietuva|Литва|ليتوانيا",
  lu: "Luxembourg|Luxemburg|Lussemburgo|Luxemburgo|Lëtzebuerg|Люксембург|لوكسمبورغ",
  mt: "Malta|Malte|Мальта|مالطا",
  nl: "Netherlands|The Netherlands|Holland|Pays-Bas|Niederlande|Paesi Bassi|Olanda|Países Bajos|Países Baixos|Nederland|Нидерланды|هولندا",
  pl: "Poland|Pologne|Polen|Polonia|Polónia|Polska|Польша|Полша|بولندا",
  pt: "Portugal|Portogallo|Португалия|البرتغال|Madeira|Azores|Açores",
  ro: "Romania|Roumanie|Rumänien|Rumania|Rumanía|Roemenië|Roménia|România|Румыния|رومانيا",
  sk: "Slovakia|Slovaquie|Slowakei|Slovacchia|Eslovaquia|Slowakije|Eslováquia|Slovensko|Словакия|سلوفاكيا",
  si: "Slovenia|Slovénie|Slowenien|Eslovenia|Slovenië|Eslovénia|Slovenija|Словения|سلوفينيا",
  es: "Spain|Espagne|Spanien|Spagna|España|Spanje|Espanha|Hiszpania|Испания|إسبانيا|Canary Islands",
  se: "Sweden|Suède|Schweden|Svezia|Suecia|Zweden|Suécia|Sverige|Швеция|السويد",
  eu: "European Union|Union européenne|Europäische Union|Unione europea|Unión Europea|Europese Unie|Европейский союз|الاتحاد الأوروبي"
}
