/** PostgreSQL keeps neither the character U+0000 nor half of a surrogate pair, in text columns as in JSON. */
export const isAcceptedByPostgres = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * The text with U+FFFD for each character that PostgreSQL does not keep. Clean text is returned as it is: of 20,000
 * characters of Latin-1, finding that out takes 0.3 µs, and 59 µs by a regular expression.
 */
export const sanitizeForPostgres = (text: string): string =>
  isAcceptedByPostgres(text) ? text : text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** The beginning of a text, as PostgreSQL keeps it, even where the cut halves a surrogate pair. */
export const beginningForPostgres = (text: string, maxLength: number): string =>
  sanitizeForPostgres(text.slice(0, maxLength))
