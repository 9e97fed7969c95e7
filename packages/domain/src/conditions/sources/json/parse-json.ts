import type { JsonValue } from '../../json-value.ts'

export const maxJsonDepth = 100

export type ParsedJson = { kind: 'json'; value: JsonValue } | { kind: 'no-json' } | { kind: 'too-deep' }

/** Parses text of unknown origin. Depth is counted first, so that nothing after it need fear a deep document. */
export function parseJson(text: string): ParsedJson {
  if (isDeeperThan(text, maxJsonDepth)) return { kind: 'too-deep' }
  try {
    return { kind: 'json', value: parse(text) }
  } catch {
    return { kind: 'no-json' }
  }
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) depth += 1
    else if (code === closeBracket || code === closeBrace) depth -= 1
    if (depth > limit) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}

/** An integer that a number cannot hold exactly, such as a 19-digit id, stays its digits; else two ids could look alike. */
function keepDigits(_: string, value: JsonValue, context?: { source?: string }): JsonValue {
  const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  const source = context?.source
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value
}

/** The reviver costs several times the parsing, so it only runs where such an integer may stand. */
const parse = (text: string): JsonValue => JSON.parse(text, /\d{16}/.test(text) ? keepDigits : undefined)
