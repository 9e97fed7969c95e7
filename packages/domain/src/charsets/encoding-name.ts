import { normalizeEncoding } from '@exodus/bytes/encoding-browser.js'

/** The name that the Encoding standard gives to a charset's label, such as windows-1252 to `latin1`; null where it has none. */
export function encodingName(label: string | null | undefined): string | null {
  const name = label === null || label === undefined ? null : normalizeEncoding(label)
  // A decoder of these gives one U+FFFD, whatever the text is.
  return name === 'replacement' ? null : name
}
