import { TextDecoder } from '@exodus/bytes/encoding-browser.js'

/**
 * The parameters of a header such as Content-Type or Content-Disposition, by their names in lower case; the first of a name
 * counts. By the grammar of RFC 9110, section 5.6.6, in one pass: what stands in a quoted text is no parameter.
 */
function headerParameters(value: string): Map<string, string> {
  const parameters = new Map<string, string>()
  let at = endOf(value, 0, ';')
  while (at < value.length) {
    const nameEnd = Math.min(endOf(value, at + 1, '='), endOf(value, at + 1, ';'))
    const name = value
      .slice(at + 1, nameEnd)
      .trim()
      .toLowerCase()
    if (value[nameEnd] !== '=') {
      at = nameEnd
      continue
    }
    const read = readValue(value, nameEnd + 1)
    if (!parameters.has(name)) parameters.set(name, read.text)
    at = read.end
  }
  return parameters
}

/** One of them; null where it is not given. */
export const headerParameter = (value: string, name: string): string | null => headerParameters(value).get(name) ?? null

/** The same where a name with an asterisk, whose value names its charset (RFC 8187), is stronger than the plain one. */
export function extendedParameter(value: string, name: string): string | null {
  const parameters = headerParameters(value)
  return decodeExtended(parameters.get(`${name}*`)) ?? parameters.get(name) ?? null
}

const endOf = (text: string, from: number, character: string): number => {
  const found = text.indexOf(character, from)
  return found < 0 ? text.length : found
}

/** `end` is the semicolon behind it, or the end of the header. */
function readValue(value: string, from: number): { text: string; end: number } {
  let at = from
  while (value[at] === ' ' || value[at] === '\t') at += 1
  if (value[at] !== '"') {
    const end = endOf(value, at, ';')
    return { text: value.slice(at, end).trim(), end }
  }
  let text = ''
  for (at += 1; at < value.length && value[at] !== '"'; at += 1) {
    // Browsers leave the backslashes of a file's path as they are, so that only these two are escaped by one.
    if (value[at] === '\\' && (value[at + 1] === '"' || value[at + 1] === '\\')) at += 1
    text += value[at]
  }
  return { text, end: endOf(value, at, ';') }
}

/** `UTF-8'en'%e2%82%ac%20rates`; null where it is not of this form. */
function decodeExtended(text: string | undefined): string | null {
  const parts = /^([\w!#$%&+^`{}~-]+)'[\w-]*'((?:[\w!#$&+.^`|~-]|%[\dA-Fa-f]{2})*)$/.exec(text ?? '')
  const [, charset = '', encoded = ''] = parts ?? []
  if (parts === null) return null
  const bytes: number[] = []
  for (let at = 0; at < encoded.length; at += 1) {
    if (encoded[at] === '%') {
      bytes.push(Number.parseInt(encoded.slice(at + 1, at + 3), 16))
      at += 2
    } else bytes.push(encoded.codePointAt(at) ?? 0)
  }
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
