/** What a query thread runs; in a module that loads nothing, for whoever loads it ahead. */
export const queryThreadModule = new URL("QueryThread.ts", import.meta.url)
