/** Characters of what a caller sent that an error repeats: enough to know it by, too few to fill a model's context. */
const echoMax = 80

/** What the caller sent, as an error may repeat it. */
export const echoed = (text: string): string =>
  text.length <= echoMax ? text : `${text.slice(0, echoMax - 1).toWellFormed()}…`
