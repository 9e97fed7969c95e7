import { shorten } from '../text/shorten.ts'

/** Enough for the reason that an error page gives, and short enough for a line of a mail. */
const longestExcerpt = 200

/** A body's beginning in one line, for where a person asks why: its control characters and line breaks are spaces. */
export const bodyExcerpt = (body: string): string =>
  // Of a long body a part is enough, which may be mostly white space.
  shorten(
    body
      .slice(0, 20 * longestExcerpt)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .toWellFormed()
      .trim(),
    longestExcerpt,
  )
