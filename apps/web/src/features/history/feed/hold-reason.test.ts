import { expect, it } from 'vitest'
import { holdReasonOf } from './hold-reason.ts'

const all = { openRows: 1, page: 1, isRowSelected: true, isReadingRows: true }

it('new rows wait for the plainest of several reasons, and for none where nobody reads', () => {
  expect(holdReasonOf(all)).toBe('open row')
  expect(holdReasonOf({ ...all, openRows: 0 })).toBe('later page')
  expect(holdReasonOf({ ...all, openRows: 0, page: 0 })).toBe('selected row')
  expect(holdReasonOf({ ...all, openRows: 0, page: 0, isRowSelected: false })).toBe('rows')
  expect(holdReasonOf({ openRows: 0, page: 0, isRowSelected: false, isReadingRows: false })).toBeNull()
})
