/** Asks until the limit of the day refuses the key; until then that of a second does, too. */
export const spend = async (url: string, key: string): Promise<void> => {
  for (;;) {
    const answer = await fetch(`${url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
    if ((await answer.text()).includes("Daily rate limit")) return
  }
}
