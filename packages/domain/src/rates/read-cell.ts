/** How a source writes its dates. Words before and after the date do not matter. */
export const dateFormats = ['YYYY-MM-DD', 'M/D/YYYY', 'MMMM D, YYYY', 'D MMMM YYYY'] as const
export type DateFormat = (typeof dateFormats)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const patterns: Readonly<Record<DateFormat, RegExp>> = {
  'YYYY-MM-DD': /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/,
  'M/D/YYYY': /(?<!\d)(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  'MMMM D, YYYY': /(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}), ?(?<year>\d{4})(?!\d)/i,
  'D MMMM YYYY': /(?<!\d)(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.? (?<year>\d{4})(?!\d)/i,
}

const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** The date in a text as `YYYY-MM-DD`; null where there is none, or none of the calendar. */
export const readDate = (text: string, format: DateFormat): string | null => {
  const { year = '', month = '', day = '' } = patterns[format].exec(text)?.groups ?? {}
  const date = new Date(Date.UTC(Number(year), monthOf(month) - 1, Number(day)))
  const isReal = year !== '' && date.getUTCMonth() === monthOf(month) - 1 && date.getUTCDate() === Number(day)
  return isReal ? date.toISOString().slice(0, 10) : null
}

/** What sources write where they have no rate. */
const missing = new Set(['', 'n/a', 'na', 'n.a.', '-', '–', '—', '.', 'null'])

export type Cell = { kind: 'rate'; rate: number } | { kind: 'missing' } | { kind: 'unreadable' }

/** Reads `6.125`, `6.125%` and `6.125 %`: percent, with at most one point and nothing else. */
export const readPercent = (value: string | number): Cell => {
  const text = String(value).trim()
  if (missing.has(text.toLowerCase())) return { kind: 'missing' }
  const digits = /^([+-]?\d{1,6}(?:\.\d{1,10})?)\s*%?$/.exec(text)?.[1]
  return digits === undefined ? { kind: 'unreadable' } : { kind: 'rate', rate: Number(digits) }
}
