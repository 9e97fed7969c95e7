import { parse } from 'csv-parse/sync'
import { shorten } from '../text/shorten.ts'

/** How a source writes its dates. Words before and after the date do not matter. */
export const dateFormats = ['YYYY-MM-DD', 'M/D/YYYY', 'MMMM D, YYYY', 'D MMMM YYYY'] as const
type DateFormat = (typeof dateFormats)[number]

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Fewer letters stand for more than one month. */
const shortestMonth = 3

const patterns: Readonly<Record<DateFormat, RegExp>> = {
  'YYYY-MM-DD': /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/,
  'M/D/YYYY': /(?<!\d)(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  'MMMM D, YYYY': /(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}), ?(?<year>\d{4})(?!\d)/i,
  'D MMMM YYYY': /(?<!\d)(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.? (?<year>\d{4})(?!\d)/i,
}

const monthOf = (text: string): number =>
  /^\d+$/.test(text)
    ? Number(text)
    : months.findIndex((month) => text.length >= shortestMonth && month.startsWith(text.toLowerCase())) + 1

/** The date in a text as `YYYY-MM-DD`; null where there is none, or none of the calendar. */
export const readDate = (text: string, format: DateFormat): string | null => {
  const { year = '', month = '', day = '' } = patterns[format].exec(text)?.groups ?? {}
  const date = new Date(Date.UTC(Number(year), monthOf(month) - 1, Number(day)))
  // A day that its month does not have is one of another month, and years before 100 are taken for those of 1900 to 1999.
  return date.getUTCMonth() === monthOf(month) - 1 && date.getUTCFullYear() === Number(year)
    ? date.toISOString().slice(0, 10)
    : null
}

/** What sources write where they have no rate. */
const missing = new Set(['', 'n/a', 'na', 'n.a.', '-', '–', '—', '.', 'null'])

type Cell = { kind: 'rate'; rate: number } | { kind: 'missing' } | { kind: 'unreadable' }

/** Reads `6.125`, `6.125%` and `6.125 %`: percent, with at most one point and nothing else. */
export const readPercent = (value: string | number): Cell => {
  const text = String(value).trim()
  if (missing.has(text.toLowerCase())) return { kind: 'missing' }
  const digits = /^([+-]?\d{1,6}(?:\.\d{1,10})?)\s*%?$/.exec(text)?.[1]
  return digits === undefined ? { kind: 'unreadable' } : { kind: 'rate', rate: Number(digits) }
}

export interface TableQuery {
  delimiter: string
  dateColumn: string
  dateFormat: DateFormat
  columns: string[]
  /** `YYYY-MM-DD`, both inclusive: rows of other days are left out. */
  from: string
  to: string
}

/** A row's texts in the order of the query's columns; null of a column that the table does not have. */
interface TableRow {
  date: string
  cells: (string | null)[]
}

export type TableReading = { kind: 'rows'; rows: TableRow[] } | { kind: 'unreadable'; problem: string }

/** Far more than the longest table that is known, of 1,400 weeks and 51 columns, has. */
const maxRows = 20_000
const maxColumns = 500

const unreadable = (problem: string): TableReading => ({ kind: 'unreadable', problem })

/**
 * Reads the named columns of a delimited table (RFC 4180), oldest row first. Columns are found by name, never by position. A
 * row whose date cannot be read, or is later than tomorrow, makes the whole table unreadable: left out, it would keep the
 * rate of the row before it as the current one.
 */
export const readTable = (text: string, query: TableQuery): TableReading => {
  const records = parseRecords(text, query.delimiter)
  if (typeof records === 'string') return unreadable(records)
  const [header = [], ...rows] = records
  if (rows.length > maxRows || header.length > maxColumns) return unreadable('The table is too big.')
  const names = header.map((name) => name.trim())
  const dateAt = names.indexOf(query.dateColumn)
  if (dateAt === -1) return unreadable(`There is no column "${query.dateColumn}".`)
  const places = query.columns.map((column) => names.indexOf(column))
  const dated: TableRow[] = []
  for (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) continue
    const written = row[dateAt] ?? ''
    const date = readDate(written, query.dateFormat)
    const shown = shorten(written, longestShownDate)
    if (date === null) return unreadable(`The date "${shown}" is not written as ${query.dateFormat}.`)
    if (date > dayAfter(query.to)) return unreadable(`The date "${shown}" is in the future.`)
    if (date < query.from || date > query.to) continue
    dated.push({ date, cells: places.map((place) => (place === -1 ? null : (row[place] ?? ''))) })
  }
  if (dated.length === 0) return unreadable(`No row has a date between ${query.from} and ${query.to}.`)
  return { kind: 'rows', rows: dated.toSorted((a, b) => a.date.localeCompare(b.date)) }
}

const longestShownDate = 40

/** Tomorrow has begun already where a source is ahead of UTC. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const parseRecords = (text: string, delimiter: string): string[][] | string => {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: maxRows + 2,
      max_record_size: 100_000,
    })
  } catch (error) {
    return `The table cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
