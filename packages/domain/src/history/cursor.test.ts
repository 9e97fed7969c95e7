import { expect, it } from 'vitest'
import { type Cursor, longestCursor, parseCursor, writeCursor } from './cursor.ts'

const id = '01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2'

it('a cursor that was written is read as the same', () => {
  const cursors: Cursor[] = [
    { kind: 'now' },
    { kind: 'start' },
    { kind: 'seq', seq: 0 },
    { kind: 'seq', seq: 999_999_999_999_999 },
    { kind: 'unnumbered', id, isChecked: true },
    { kind: 'unnumbered', id, isChecked: false },
  ]
  for (const cursor of cursors) {
    const text = writeCursor(cursor)
    expect([text, parseCursor(text)]).toEqual([text, cursor])
    expect(text.length).toBeLessThanOrEqual(longestCursor)
  }
})

it('what is no cursor is not taken for one', () => {
  for (const text of ['', '-1', '01', '1.5', '1e3', ' 1', 'NOW', id, `-${id}0`, '1'.repeat(16), '-', '~'])
    expect([text, parseCursor(text)]).toEqual([text, null])
})
