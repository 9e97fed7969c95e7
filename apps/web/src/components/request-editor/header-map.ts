/** Joins what is sent under one name, whatever its case, as a server would read it; the first spelling stays. */
export function toHeaderMap(pairs: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const merged = new Map<string, { name: string; values: string[] }>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    const entry = merged.get(key) ?? { name, values: [] }
    entry.values.push(value)
    merged.set(key, entry)
  }
  return Object.fromEntries(
    [...merged].map(([key, { name, values }]) => [name, values.join(key === 'cookie' ? '; ' : ', ')]),
  )
}
