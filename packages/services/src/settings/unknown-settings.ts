/** Letters to insert, delete, replace or swap with their neighbour to make one text of the other (optimal string alignment). */
const editsBetween = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edits = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, isSwap ? at(i - 2, j - 2) + 1 : Infinity)
      const row = rows[i]
      if (row) row[j] = edits
    }
  }
  return at(a.length, b.length)
}

/** In a name of eight letters or more, two edits are a slip; a short one such as HOST is near to names of others. */
const mostEdits = 2
const shortestName = 8

const withoutFile = (name: string) => name.replace(/_FILE$/, '')

/**
 * A sentence for each variable that is not a setting and nearly spelt as one: it would have no effect. Other variables of the
 * environment are nobody's business.
 */
export const misspeltSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] => {
  const names = new Set(known)
  return Object.keys(environment)
    .filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name) && !names.has(name) && !names.has(withoutFile(name)))
    .flatMap((name) => {
      const near = known.find(
        (candidate) => candidate.length >= shortestName && editsBetween(withoutFile(name), candidate) <= mostEdits,
      )
      return near === undefined ? [] : [`${name} is not a setting and has no effect: did you mean ${near}?`]
    })
}
