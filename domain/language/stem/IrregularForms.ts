/** Each group is the forms of one word, separated by spaces; all get the first as their stem. */
export const irregularForms = (groups: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const stems = new Map<string, string>()
  for (const group of groups) {
    const forms = group.split(" ")
    for (const form of forms) stems.set(form, forms[0] ?? form)
  }
  return stems
}
