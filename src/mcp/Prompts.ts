interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
}

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: Array<PromptArgument>
  readonly text: (args: Readonly<Record<string, string>>) => string
}

/** Longer arguments are cut: they go into a prompt. */
const argumentLengthMax = 2_000

const compareFoods: Prompt = {
  name: "compare_foods",
  title: "Compare two foods",
  description: "Compares the nutrition of two foods per 100 g.",
  arguments: [
    { name: "first", description: "Name or barcode of a food", required: true },
    { name: "second", description: "Name or barcode of the other food", required: true }
  ],
  text: ({ first, second }) =>
    `Compare the nutrition of these two foods: "${first}" and "${second}". ` +
    "Find each that is no barcode with search_food, take the plainest match, and get both side by side with the tool " +
    "compare_foods, by ids or barcodes. Show calories, proteins, fats, carbs, fiber, sugar and sodium per 100 g or 100 ml side by side. " +
    "Say which values are unknown instead of guessing them, and name the records by their ids."
}

const logMeal: Prompt = {
  name: "log_meal",
  title: "Log a meal",
  description: "Adds up the nutrition of a meal described in words.",
  arguments: [{ name: "description", description: "What was eaten, with amounts if known", required: true }],
  text: ({ description }) =>
    `Log this meal: "${description}". ` +
    "Call analyze_meal with details=true: with items, one food each and its weight in grams, where all amounts are stated, " +
    "else with the description as text. Say which weights are assumed and what was not recognised. Where the plan lacks it, " +
    "list the parts with their weights in grams (assume usual portions and say so), find each with search_food, " +
    "scale its nutrition from 100 g to its weight, and add everything up. Show the parts as a table with the total, and " +
    "name the records by their ids."
}

const prompts: ReadonlyMap<string, Prompt> = new Map([compareFoods, logMeal].map((prompt) => [prompt.name, prompt]))

export const promptList = {
  prompts: [...prompts.values()].map(({ arguments: args, description, name, title }) => ({
    name,
    title,
    description,
    arguments: args
  }))
}

/** The messages of a prompt, or what is wrong with the request for it. */
export const getPrompt = (name: string, args: Readonly<Record<string, string>>) => {
  const prompt = prompts.get(name)
  if (prompt === undefined) return { wrong: `Unknown prompt: there are ${[...prompts.keys()].join(" and ")}` }
  const missing = prompt.arguments.filter((argument) => (args[argument.name] ?? "").trim() === "")
  if (missing.length > 0) return { wrong: `Missing argument: ${missing.map((argument) => argument.name).join(", ")}` }
  const cut = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, value.slice(0, argumentLengthMax)]))
  const text = prompt.text(cut)
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }]
  }
}
