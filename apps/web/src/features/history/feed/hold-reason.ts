/**
 * What of a history one reads that new rows would move: an open row, one that was jumped to, a later page, or rows that
 * were scrolled to or have the keyboard's focus.
 */
export type HoldReason = 'open row' | 'selected row' | 'later page' | 'rows'

interface Reading {
  openRows: number
  /** From 0. */
  page: number
  isRowSelected: boolean
  isReadingRows: boolean
}

/** Why new rows wait, the plainest reason first; null where they need not. */
export const holdReasonOf = ({ openRows, page, isRowSelected, isReadingRows }: Reading): HoldReason | null => {
  if (openRows > 0) return 'open row'
  if (page > 0) return 'later page'
  if (isRowSelected) return 'selected row'
  return isReadingRows ? 'rows' : null
}
