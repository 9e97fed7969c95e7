/** A line is cut into pieces of so many characters: no browser lays out a megabyte in one box without stopping. */
const pieceLength = 1_000

/** More rows than these have no place in a scrollable box: browsers end at some 17 million pixels. */
export const mostRows = 500_000

export interface Lines {
  /** Where each piece begins, and the text's length at the end. */
  starts: Int32Array
  /** The line that a piece belongs to, from 1; 0 where it continues the one before. */
  numbers: Int32Array
  count: number
  /** There are more, which are not shown. */
  isCut: boolean
}

/** A text's lines, long ones in pieces, none of which ends within a surrogate pair. */
export function linesOf(text: string): Lines {
  let starts = new Int32Array(1_024)
  let numbers = new Int32Array(1_024)
  let count = 0
  let line = 1
  let at = 0
  const add = (start: number, number: number) => {
    if (count + 1 >= starts.length) {
      const [more, moreNumbers] = [new Int32Array(count * 2), new Int32Array(count * 2)]
      more.set(starts)
      moreNumbers.set(numbers)
      starts = more
      numbers = moreNumbers
    }
    starts[count] = start
    numbers[count] = number
    count++
  }
  while (at <= text.length && count < mostRows) {
    const newLine = text.indexOf('\n', at)
    const end = newLine < 0 ? text.length : newLine + 1
    add(at, line)
    at += pieceAt(text, at, end)
    while (at < end && count < mostRows) {
      add(at, 0)
      at += pieceAt(text, at, end)
    }
    line++
    if (newLine < 0) break
  }
  starts[count] = Math.min(at, text.length)
  return { starts, numbers, count, isCut: at < text.length }
}

function pieceAt(text: string, start: number, end: number): number {
  const length = Math.min(pieceLength, end - start)
  const last = text.charCodeAt(start + length - 1)
  return length === pieceLength && last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length
}

/** The piece in which a position of the text stands. */
export function lineAt(lines: Lines, position: number): number {
  let low = 0
  let high = lines.count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines.starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** A search ends at so many hits. */
export const mostHits = 10_000

/** Where a query stands in a text, whatever the case; at most 10,000 places. */
export function hitsOf(text: string, pattern: string): number[] {
  if (pattern === '') return []
  const hits: number[] = []
  for (const { index } of text.matchAll(new RegExp(pattern, 'giu'))) {
    hits.push(index)
    if (hits.length === mostHits) break
  }
  return hits
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const visible = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')

/** Bytes on a line of a hex dump. */
export const hexBytes = 16

/** One line of bytes as programmers read them: offset, sixteen bytes, and their ASCII. */
export function hexLine(bytes: Uint8Array, line: number): string {
  const part = [...bytes.subarray(line * hexBytes, (line + 1) * hexBytes)]
  const digits = part.map(hex).join(' ')
  return `${(line * hexBytes).toString(16).padStart(8, '0')}  ${digits.padEnd(hexBytes * 3 - 1)}  ${part.map(visible).join('')}`
}
