/**
 * What a household would say for a description of FNDDS. Descriptions are inverted ("Cheese, Cheddar") and name what the
 * interviewer was not told ("NFS": not further specified, "NS as to fat").
 */

/** Of a list ("NS as to light, heavy, or half and half") all is unspecified. */
const unspecifiedParts = /,? ?\bNS as to (?:fresh, smoked or cured|light, heavy, or half and half|[^,]+)/g

/** The description without what is not specified. */
export const plainDescription = (description: string): string =>
  description.replace(unspecifiedParts, "").replace(/,? NFS\b/, "").replace(/^, /, "").trim()

/** Words that no name begins with: they say how a food was made or what is with it. */
const notBefore =
  /^(?:raw|cooked|regular|plain|all|any|other|for|from|with|without|made|no|not|in|on|and|or|as|topped|baked|boiled|broiled|fried|grilled|stewed|roasted|steamed|water|ready|low|reduced|fat|light|skin|lean|100%|juice|prepackaged)\b|\b(?:only|type|added|filled)\b|[/()0-9]/i

/** Kinds of food that are called by what follows them: "Bread, white, toasted" is white bread. */
const calledByKind: ReadonlySet<string> = new Set(
  "Bread,Milk,Cheese,Cookie,Soup,Roll,Rice,Tortilla,Pie,Soft drink,Candy,Crackers,Sugar,Wine".split(",")
)

/** Kinds that what follows names by itself: "Fish, salmon, steamed" is steamed salmon. */
const calledWithoutKind: ReadonlySet<string> = new Set(["Fish", "Cereal"])

/** What follows these is a cut or a dish of them, and never stands before them. */
const inOrder: ReadonlySet<string> = new Set(["Pork", "Beef", "Lamb", "Veal", "Turkey", "Chicken", "Egg", "Potato"])

/** The food in everyday order: "Cheddar cheese" for "Cheese, Cheddar"; nothing where it is in that order, or may be. */
export const everydayOrder = (name: string): ReadonlyArray<string> => {
  const [kind = "", which = "", ...rest] = name.split(", ")
  if (which === "" || notBefore.test(which) || which.split(" ").length > 3 || inOrder.has(kind)) return []
  if (calledWithoutKind.has(kind)) return [capitalised([which, ...rest].join(", "))]
  if ((rest.length > 0 && !calledByKind.has(kind)) || kind.split(" ").length > 2) return []
  return [capitalised([`${which} ${lowerCased(kind)}`, ...rest].join(", "))]
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const lowerCased = (kind: string): string =>
  /^(?:[A-Z]\w+(?:an|ian|ish|ch|ese)|Caesar|Ranch|Queso|Puerto|Thousand|Greek) /.test(kind)
    ? kind
    : kind.slice(0, 1).toLowerCase() + kind.slice(1)

/** What qualifies a food, or names several, is no name of it. */
const qualifier =
  /\b(?:ns|nfs|any|all|or|and|other|with|without|no|not|types?|from|style|variety|varieties|flavou?r(?:ed|s)?|made|brand|includes?|only|eaten|added|formerly|except|on|in|as|also|than)\b/

const minor: ReadonlySet<string> = new Set("with and of in the a or for fat cooked".split(" "))

const contentWords = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !minor.has(word)).map((word) => word.replace(/e?s$/, ""))

/**
 * Those of USDA's additional descriptions that are names of the same food. Most are qualifiers ("light"), brands or other
 * foods of the code ("lemon chicken" of orange chicken). A name is in small letters, ends in a word of the description
 * and shares two with it, or the only one. Foods with something have none: the names are of one part of them.
 */
export const sameFoodNames = (name: string, descriptions: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (/\b(?:with|and|made|in|or)\b/.test(name)) return []
  const own = new Set(contentWords(name))
  const seen = new Set([wordsOf(name)])
  return descriptions.flatMap((text) => {
    const words = contentWords(text)
    if (!/^[a-z' -]{3,40}$/.test(text) || qualifier.test(text) || seen.has(wordsOf(text))) return []
    const shared = new Set(words.filter((word) => own.has(word))).size
    if (shared < Math.min(2, own.size) || !own.has(words.at(-1) ?? "")) return []
    seen.add(wordsOf(text))
    return [capitalised(text)]
  })
}

/** The words of a name whatever their order and number; "raw" is what everybody takes a fruit to be. */
export const wordsOf = (text: string): string =>
  contentWords(text)
    .filter((word) => word !== "raw")
    .toSorted()
    .join(" ")
