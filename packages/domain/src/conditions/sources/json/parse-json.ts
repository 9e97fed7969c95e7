import { keepForm, keepValue, mayLoseForm, mayLoseValue } from '../../comparing/exact-number.ts'
import type { JsonValue } from '../../json-value.ts'

export const maxJsonDepth = 100

export type ParsedJson = { kind: 'json'; value: JsonValue } | { kind: 'no-json' } | { kind: 'too-deep' }

interface JsonReading {
  /** Every number is written again as it came, `1.0` too; else only those that JavaScript's numbers would change are. */
  keepsForm?: boolean
}

/** Parses text of unknown origin. Depth is counted first, so that nothing after it need fear a deep document. */
export function parseJson(text: string, { keepsForm = false }: JsonReading = {}): ParsedJson {
  if (isDeeperThan(text, maxJsonDepth)) return { kind: 'too-deep' }
  try {
    return { kind: 'json', value: keepsForm ? parseAsWritten(text) : parse(text) }
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

const parse = (text: string): JsonValue => JSON.parse(text, mayLoseValue.test(text) ? keepValue : undefined)

const parseAsWritten = (text: string): JsonValue => JSON.parse(text, mayLoseForm.test(text) ? keepForm : undefined)
