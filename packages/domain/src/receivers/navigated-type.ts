/** Types that a browser shows as text: it neither draws a page of them nor saves a program that the system would open. */
const shownAsText: ReadonlySet<string> = new Set(['text/plain', 'application/json', 'application/problem+json'])

const asText = 'text/plain; charset=utf-8'

/**
 * The content type with which a browser that goes to a receiver's address is answered. Anyone who owns a receiver writes what it
 * answers: as a page, or as a file to open, it would come from an address of ours, with links and words of theirs.
 */
export const navigatedType = (contentType: string): string => {
  const end = contentType.indexOf(';')
  const type = (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
  return shownAsText.has(type) ? contentType : asText
}
