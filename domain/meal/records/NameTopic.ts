import type { IndexedName } from "./IndexedRecord.ts"
import type { QueryTerm, RecordQuery } from "./RecordQuery.ts"

/** Is the name about what the phrase is? Behind a comma may stand what the food is called: "Potato, hash brown". */
export const isAboutSame = ({ terms }: RecordQuery, name: IndexedName): boolean => {
  const own = terms.filter(
    ({ isAbsent, isHead, isJoined, role }) => !isAbsent && (isHead || (isJoined && role !== "with"))
  )
  const isAmong = (said: ReadonlyArray<QueryTerm>, i: number): boolean => {
    const around = name.foods[i] ?? []
    return said.some(({ concepts, term }) => term === name.terms[i] || concepts.some((each) => around.includes(each)))
  }
  const heads = name.roles.flatMap((role, i) => (role === "head" ? [i] : []))
  if (heads.length > 0 && heads.every((i) => isAmong(terms, i)))
    return heads.some((i) => isAmong(own, i)) && !isOnlyMadeOf(terms, name)
  const called = own.filter(({ isHead }) => isHead)
  return name.roles.some((role, i) => (role === "later" || role === "kind") && isAmong(called, i))
}

/** Cheese crackers are not crackers and cheese; a sandwich with cheese is a cheese sandwich. */
const isOnlyMadeOf = (terms: ReadonlyArray<QueryTerm>, name: IndexedName): boolean =>
  !name.isDish &&
  terms.some(({ isJoined, role, term }) => {
    const at = term === null ? -1 : name.terms.indexOf(term)
    return (isJoined || role === "with") && name.roles[at] === "core"
  })
