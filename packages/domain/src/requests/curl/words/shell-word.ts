/** What stands in single quotes as it is, in any shell and any terminal: printable ASCII. */
const plain = /^[\x20-\x7e]*$/

const encoder = new TextEncoder()

/**
 * The bytes as one word of bash or zsh, which is printable ASCII throughout: a control character that a stranger wrote
 * could end the shell's line as it is pasted and begin another, and what a terminal, a locale or the history makes of
 * other characters differs. A word holds no zero byte.
 */
export function shellWord(bytes: Uint8Array): string {
  const text = latin1Of(bytes)
  if (plain.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`
  return `$'${text.replaceAll(/[^\x20-\x7e]|[!'\\]/g, escapeOf)}'`
}

const named: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  "'": String.raw`\'`,
  '\\': '\\\\',
}

// Two digits each, so that a digit behind it is not taken for a third. An exclamation mark would recall the history.
const escapeOf = (char: string): string =>
  named[char] ?? String.raw`\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Each byte as the character of its number. */
export function latin1Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}

/** The bytes of a header or a URL: those that a stranger sent are read one character a byte, what is written here is UTF-8. */
export const fieldBytes = (text: string): Uint8Array =>
  /^[\0-\xff]*$/.test(text) ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : encoder.encode(text)
