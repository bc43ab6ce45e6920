/** Is this the embedded tier, as far as can be told before the settings are loaded? */
export const seemsEmbedded = (): boolean => process.env["DATABASE_URL"] === undefined
