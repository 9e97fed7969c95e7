/** How many a request may have; their size is limited by the parser. */
export const maxHeaders = 500

/** Two strings, and their places in lists. */
const bytesBesideText = 64

/** About what the names and values, given by turns, take in memory. */
export const headerBytes = (headers: readonly string[]): number => {
  let bytes = (headers.length / 2) * bytesBesideText
  for (const text of headers) bytes += text.length
  return bytes
}
