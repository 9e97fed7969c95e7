/** The text, or as much of its beginning as fits into `maxLength` UTF-16 units together with the "…" that then ends it. */
export const shorten = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
