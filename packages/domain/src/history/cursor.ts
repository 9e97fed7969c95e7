/**
 * Where somebody stands who follows a history. `now`: behind all that is recorded. `start`: before the oldest that is kept. `seq`:
 * behind the row with that number, `0` being before the first. `unnumbered`: behind a row that was recorded before rows had numbers; where
 * `isChecked`, it has to be there still, since otherwise those behind it may be gone as well.
 */
export type Cursor =
  | { kind: 'now' }
  | { kind: 'start' }
  | { kind: 'seq'; seq: number }
  | { kind: 'unnumbered'; id: string; isChecked: boolean }

export const longestCursor = 40

const seqPattern = /^(0|[1-9]\d{0,14})$/
const unnumberedPattern = /^([-~])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** As callers have it, for whom it is a text that they keep; null where it is none. */
export const parseCursor = (text: string): Cursor | null => {
  if (text === 'now' || text === 'start') return { kind: text }
  if (seqPattern.test(text)) return { kind: 'seq', seq: Number(text) }
  const [, mark, id] = unnumberedPattern.exec(text) ?? []
  return id === undefined ? null : { kind: 'unnumbered', id, isChecked: mark === '-' }
}

export const writeCursor = (cursor: Cursor): string => {
  if (cursor.kind === 'seq') return String(cursor.seq)
  if (cursor.kind === 'unnumbered') return `${cursor.isChecked ? '-' : '~'}${cursor.id}`
  return cursor.kind
}
