/** Where text stops being JSON: `offset` counts UTF-16 units from 0, `line` and `column` from 1. */
export interface TextPosition {
  offset: number
  line: number
  column: number
}

const space = /[\t\n\r ]*/y
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** What may stand next. `item` and `name`: or the end of an empty list or object. */
type Expected = 'value' | 'item' | 'name' | 'next name' | 'colon' | 'end of value'

interface Reading {
  text: string
  at: number
}

const skip = (reading: Reading, pattern: RegExp): boolean => {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)
  if (found === null) return false
  reading.at += found[0].length
  return true
}

/** From its first quotation mark; false where it breaks off, with the place. Without a pattern for the whole: one may be long. */
const skipText = (reading: Reading): boolean => {
  reading.at += 1
  for (;;) {
    const code = reading.text.charCodeAt(reading.at)
    if (code === 0x22) {
      reading.at += 1
      return true
    }
    if (code === 0x5c) {
      if (!skip(reading, escape)) return false
    } else if (code >= 0x20) reading.at += 1
    else return false
  }
}

/** One step: what is expected after it, or null where nothing that is expected stands there. `open` holds the closing signs. */
const step = (reading: Reading, expected: Expected, open: string[]): Expected | null => {
  const sign = reading.text[reading.at]
  const closes = sign !== undefined && sign === open.at(-1)
  if (closes && (expected === 'item' || expected === 'name' || expected === 'end of value')) {
    open.pop()
    reading.at += 1
    return 'end of value'
  }
  switch (expected) {
    case 'end of value':
      if (sign !== ',' || open.length === 0) return null
      reading.at += 1
      return open.at(-1) === '}' ? 'next name' : 'value'
    case 'colon':
      if (sign !== ':') return null
      reading.at += 1
      return 'value'
    case 'name':
    case 'next name':
      return sign === '"' && skipText(reading) ? 'colon' : null
    case 'value':
    case 'item':
      if (sign === '"') return skipText(reading) ? 'end of value' : null
      if (sign !== '{' && sign !== '[') return skip(reading, word) ? 'end of value' : null
      open.push(sign === '{' ? '}' : ']')
      reading.at += 1
      return sign === '{' ? 'name' : 'item'
  }
}

const positionAt = (text: string, offset: number): TextPosition => {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 }
}

/**
 * The first place at which a text is no JSON, its end where it breaks off; null where it is JSON (RFC 8259). The runtime's own
 * messages name no place in most cases. Takes time in proportion to the text, and no stack for its nesting.
 */
export const jsonErrorIn = (text: string): TextPosition | null => {
  const reading: Reading = { text, at: 0 }
  const open: string[] = []
  let expected: Expected = 'value'
  for (;;) {
    skip(reading, space)
    if (reading.at >= text.length && expected === 'end of value' && open.length === 0) return null
    const next = step(reading, expected, open)
    if (next === null) return positionAt(text, reading.at)
    expected = next
  }
}
