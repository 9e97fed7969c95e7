import { decode, encode } from '@jridgewell/sourcemap-codec'

/** UTF-16 units, since half of a pair is written by itself. */
const beyondAscii = /[\u0080-\uffff]/g

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const addedByEscape = escaped('é').length - 1

/** How many characters beyond ASCII stand in the line before the column. */
const countBefore = (positions: readonly number[], column: number) =>
  positions.findLastIndex((position) => position < column) + 1

/** After a backslash, an escape would be text. */
const isAfterBackslash = /(?<!\\)(?:\\\\)*\\[\u0080-\uffff]/

/**
 * The same program and its source map with each character outside ASCII escaped. V8 keeps a program's text, of two bytes a character
 * where one character is not of ASCII, in each thread that has loaded it.
 * @throws where such a character stands after a backslash
 */
export const toAscii = (code: string, mappings: string): { code: string; mappings: string } => {
  const [found] = isAfterBackslash.exec(code) ?? []
  if (found !== undefined) throw new Error(`This cannot be written in ASCII: ${found}`)
  const positionsOf = code.split('\n').map((line) => Array.from(line.matchAll(beyondAscii), ({ index }) => index))
  const moved = decode(mappings).map((segments, line) => {
    const positions = positionsOf[line] ?? []
    if (positions.length === 0) return segments
    for (const segment of segments) segment[0] += countBefore(positions, segment[0]) * addedByEscape
    return segments
  })
  return { code: code.replace(beyondAscii, escaped), mappings: encode(moved) }
}
