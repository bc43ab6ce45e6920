// the package ships no types; this is all that is used of it
declare module "snowball-stemmers" {
  export const newStemmer: (language: string) => { readonly stem: (word: string) => string }
}
