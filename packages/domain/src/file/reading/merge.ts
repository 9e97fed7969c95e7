type Map = Record<string, unknown>

const isMap = (value: unknown): value is Map => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of which one is written: one that is written above leaves out the others below. */
const alternatives: readonly (readonly string[])[] = [
  ['every', 'cron', 'at'],
  ['body', 'json', 'bodyFile'],
]

/** Replaced whole: a condition or a JSON body is no set of settings. */
const whole: ReadonlySet<string> = new Set(['when', 'json', 'value'])

const overruled = (below: string, above: Map): boolean =>
  alternatives.some((names) => names.includes(below) && names.some((name) => Object.hasOwn(above, name))) ||
  (below === 'timezone' && (Object.hasOwn(above, 'every') || Object.hasOwn(above, 'at')))

/** Header names are the same in any case. */
const withoutOverruledHeaders = (below: Map, above: Map): Map => {
  const names = new Set(Object.keys(above).map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(below).filter(([name]) => !names.has(name.toLowerCase())))
}

/** Maps are merged field by field, and anything else that is written above replaces what is below. */
export function merge<T>(below: T | undefined, above: T | undefined): T | undefined {
  if (above === undefined) return below
  if (!isMap(below) || !isMap(above)) return above
  const merged: Map = Object.fromEntries(Object.entries(below).filter(([name]) => !overruled(name, above)))
  for (const [name, value] of Object.entries(above)) {
    const under = merged[name]
    const rest = name === 'headers' && isMap(under) && isMap(value) ? withoutOverruledHeaders(under, value) : under
    merged[name] = whole.has(name) ? value : merge(rest, value)
  }
  return merged as T
}
