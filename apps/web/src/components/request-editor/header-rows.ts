import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { headerProblem } from '@knockwire/domain/requests/header-problem'

/** A line of the header list as it is being typed. */
export interface HeaderRow {
  name: string
  value: string
}

const blankRow: HeaderRow = { name: '', value: '' }

const isNamed = ({ name }: HeaderRow) => name.trim() !== ''

export const headerRowsOf = (headers: HeaderList): HeaderRow[] => headers.map(([name, value]) => ({ name, value }))

/** What is saved: rows with an empty name are dropped [RE-06]. */
export const headersOf = (rows: readonly HeaderRow[]): HeaderList =>
  rows.filter(isNamed).map(({ name, value }) => [name.trim(), value.trim()])

/** A value whose row is dropped. */
export const isUnnamed = (row: HeaderRow): boolean => !isNamed(row) && row.value.trim() !== ''

/** Only one row may be without a name [RE-07]. */
export const canAddRow = (rows: readonly HeaderRow[]) => rows.every(isNamed)

export const withBlankRow = (rows: readonly HeaderRow[]): HeaderRow[] =>
  canAddRow(rows) ? [...rows, blankRow] : [...rows]

export const withRow = (rows: readonly HeaderRow[], index: number, change: Partial<HeaderRow>): HeaderRow[] =>
  rows.map((row, at) => (at === index ? { ...row, ...change } : row))

export const withoutRow = (rows: readonly HeaderRow[], index: number): HeaderRow[] =>
  rows.filter((_, at) => at !== index)

const headerName = /^[\w!#$%&'*+.^`|~-]+$/

/** Reads lines of `Name: value`; null where the text has none. Request lines and pseudo headers are passed over. */
export function parseHeaderLines(text: string): HeaderRow[] | null {
  const rows = text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1)]
    return headerName.test(name) && !value.startsWith('//') ? [{ name, value: value.trim() }] : []
  })
  return rows.length === 0 ? null : rows
}

/** The rows with pasted ones in the place of the row that was pasted into. */
export const withPasted = (rows: readonly HeaderRow[], index: number, pasted: readonly HeaderRow[]): HeaderRow[] => [
  ...rows.slice(0, index),
  ...pasted,
  ...rows.slice(index + 1),
]

/** What is wrong with a row, in which of its fields. */
export type RowProblem = NonNullable<ReturnType<typeof headerProblem>>

/** Of each row, by the server's own rules; null for one that is right, or that is not sent. */
export const rowProblems = (rows: readonly HeaderRow[]): (RowProblem | null)[] =>
  rows.map((row) => (isNamed(row) ? headerProblem(row.name.trim(), row.value.trim()) : null))
