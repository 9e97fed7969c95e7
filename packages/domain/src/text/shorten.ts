/** What is seen as one character, such as an emoji of several, has fewer UTF-16 units than this. */
const longestCluster = 128

let segmenter: Intl.Segmenter | undefined

/** As much of the text's beginning as fits into `maxLength` UTF-16 units, without half of what is seen as one character. */
export const beginningOf = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text.toWellFormed()
  const from = Math.max(0, maxLength - longestCluster)
  segmenter ??= new Intl.Segmenter()
  const near = segmenter.segment(text.slice(from, maxLength + longestCluster))
  const start = from + (near.containing(maxLength - from)?.index ?? maxLength - from)
  // A cluster without end, which somebody made up, is cut between two of its characters.
  const end = start > from || from === 0 ? start : maxLength - (isLowSurrogate(text.charCodeAt(maxLength)) ? 1 : 0)
  return text.slice(0, end).toWellFormed()
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** The text, or as much of its beginning as fits into `maxLength` UTF-16 units together with what then ends it. */
export const shorten = (text: string, maxLength: number, end = '…'): string =>
  text.length > maxLength ? `${beginningOf(text, maxLength - end.length)}${end}` : text
