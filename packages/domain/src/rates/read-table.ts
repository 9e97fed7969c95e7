import { parse } from 'csv-parse/sync'
import { type DateFormat, readDate } from './read-cell.ts'

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
export interface TableRow {
  date: string
  cells: (string | null)[]
}

export type TableReading = { kind: 'rows'; rows: TableRow[] } | { kind: 'unreadable'; problem: string }

/** Far more than the longest table that is known, of 1,400 weeks and 51 columns, has. */
const maxRows = 20_000
const maxColumns = 500

const unreadable = (problem: string): TableReading => ({ kind: 'unreadable', problem })

/** Reads the named columns of a delimited table (RFC 4180), oldest row first. Columns are found by name, never by position. */
export const readTable = (text: string, query: TableQuery): TableReading => {
  const records = parseRecords(text, query.delimiter)
  if (typeof records === 'string') return unreadable(records)
  const [header = [], ...rows] = records
  if (rows.length > maxRows || header.length > maxColumns) return unreadable('The table is too big.')
  const names = header.map((name) => name.trim())
  const dateAt = names.indexOf(query.dateColumn)
  if (dateAt === -1) return unreadable(`There is no column "${query.dateColumn}".`)
  const places = query.columns.map((column) => names.indexOf(column))
  const dated = rows.flatMap((row) => toRow(row, dateAt, places, query))
  if (dated.length === 0) return unreadable(`No row has a date between ${query.from} and ${query.to}.`)
  return { kind: 'rows', rows: dated.toSorted((a, b) => a.date.localeCompare(b.date)) }
}

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

const toRow = (row: string[], dateAt: number, places: number[], { dateFormat, from, to }: TableQuery): TableRow[] => {
  const date = readDate(row[dateAt] ?? '', dateFormat)
  if (date === null || date < from || date > to) return []
  return [{ date, cells: places.map((place) => (place === -1 ? null : (row[place] ?? ''))) }]
}
