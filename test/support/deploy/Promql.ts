const words = new Set(["by", "on", "without", "ignoring", "and", "or", "unless", "bool", "offset"])

/** The metrics that an expression of PromQL asks for: its names that are no function, no label and no word of the language. */
export const metricsOf = (expression: string): ReadonlyArray<string> => {
  const withoutLabels = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, " ")
    .replaceAll(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, " ")
  return [...withoutLabels.matchAll(/(?<![\w$.])[a-z][a-z_0-9]*(?!\w)(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name))
}

/** The labels that an expression groups by. */
const groupedBy = (expression: string): ReadonlyArray<string> =>
  [...expression.matchAll(/\bby *\(([^)]*)\)/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim())
  )

/** The labels that a legend of Grafana shows. */
const shownBy = (legend: string): ReadonlyArray<string> =>
  [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name)

/** The labels that a line of a panel needs from the service; Prometheus itself adds the process. */
export const labelsOf = (expression: string, legend: string): ReadonlyArray<string> =>
  [...groupedBy(expression), ...shownBy(legend)].filter((name) => name !== "instance" && name !== "job")

/** The name of a metric, without the part that a histogram adds for its series. */
export const withoutPart = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, "")
