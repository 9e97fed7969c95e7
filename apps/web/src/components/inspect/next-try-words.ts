import { timeSpan } from '../../lib/format.ts'

/** "Next try in about 40 s"; "now" also a little later, since one that is due waits for its turn. */
export const nextTryWords = (atMs: number, nowMs: number): string =>
  atMs - nowMs < 2_000 ? 'Next try now' : `Next try in about ${timeSpan(atMs - nowMs)}`
