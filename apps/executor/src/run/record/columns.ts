import { jsonArray, plainArray, textArray } from '@knockwire/db/sql-array'

/** A column of rows that a statement is given as an array for each column. */
export interface Column<T> {
  name: string
  type: string
  arrayOf: (items: readonly T[]) => string
}

/** Of values whose text needs no quotes. */
export const plainColumn = <T>(
  name: string,
  type: 'uuid' | 'text' | 'bool' | 'int' | 'int2' | 'float8',
  valueOf: (item: T) => string | number | boolean | null,
): Column<T> => ({ name, type, arrayOf: (items) => plainArray(items.map(valueOf)) })

/** Of any text. */
export const textColumn = <T>(name: string, valueOf: (item: T) => string | null): Column<T> => ({
  name,
  type: 'text',
  arrayOf: (items) => textArray(items.map(valueOf)),
})

/** Of texts that `JSON.stringify` gave. */
export const jsonColumn = <T>(name: string, valueOf: (item: T) => string | null): Column<T> => ({
  name,
  type: 'text',
  arrayOf: (items) => jsonArray(items.map(valueOf)),
})

/** A select of the rows out of their parameters, of which the first is `$first`. */
export const unnest = <T>(columns: readonly Column<T>[], alias: string, first: number): string => {
  const arrays = columns.map(({ type }, at) => `$${first + at}::${type}[]`).join(', ')
  return `select * from unnest(${arrays}) as ${alias} (${columns.map(({ name }) => name).join(', ')})`
}

/** The parameters, in the order of the columns. */
export const arraysOf = <T>(columns: readonly Column<T>[], items: readonly T[]): string[] =>
  columns.map(({ arrayOf }) => arrayOf(items))
