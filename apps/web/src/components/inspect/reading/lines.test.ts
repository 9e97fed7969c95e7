import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patternOf } from '../text/exact-text.tsx'
import { hexLine, hitsOf, lineAt, linesOf, mostHits, mostRows } from './lines.ts'

const piecesOf = (text: string) => {
  const lines = linesOf(text)
  return Array.from({ length: lines.count }, (_, index) => [
    lines.numbers[index],
    text.slice(lines.starts[index], lines.starts[index + 1]),
  ])
}

describe('A text', () => {
  it('stands in lines with numbers, long ones in pieces', () => {
    expect(piecesOf('a\n\nb\r\n')).toEqual([
      [1, 'a\n'],
      [2, '\n'],
      [3, 'b\r\n'],
      [4, ''],
    ])
    const long = `${'x'.repeat(999)}😀${'y'.repeat(1_000)}\nz`
    expect(piecesOf(long).map(([number, piece]) => [number, String(piece).length])).toEqual([
      [1, 999],
      [0, 1_000],
      [0, 3],
      [2, 1],
    ])
    expect(
      piecesOf(long)
        .map(([, piece]) => piece)
        .join(''),
    ).toBe(long)
  })

  it('has no more rows than a browser has room for', () => {
    expect(linesOf('\n'.repeat(1_000_000))).toMatchObject({ count: mostRows, isCut: true })
    expect(linesOf('x'.repeat(1_048_576))).toMatchObject({ count: 1_049, isCut: false })
  })

  it('is searched literally, whatever the case', () => {
    const text = 'a.b A.B axb'
    expect(hitsOf(text, patternOf('a.b'))).toEqual([0, 4])
    expect(hitsOf('\ud800 [x', patternOf('['))).toEqual([2])
    expect(hitsOf('x'.repeat(50_000), 'x')).toHaveLength(mostHits)
    expect(hitsOf(text, '')).toEqual([])
    expect(hitsOf('content-type: b2-c3', patternOf('t-t'))).toEqual([6])
    expect([0, 1, 2, 9].map((position) => lineAt(linesOf('a\nb\nc'), position))).toEqual([0, 0, 1, 2])
  })
})

it('any query is found wherever it stands in any text, and nowhere else', () => {
  const character = fc.oneof(
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    fc.constantFrom(...'-^$\\.*+?()[]{}|/ \n'.split(''), '\ud83d', '\ude00'),
  )
  const texts = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, texts, texts, (before, query, after) => {
      const text = before + query + after
      const hits = hitsOf(text, patternOf(query))
      for (const hit of hits) expect(text.slice(hit, hit + query.length).toLowerCase()).toBe(query.toLowerCase())
      // A half of a pair that the text around it completes is another character.
      const isWhole = !/[\ud800-\udfff]/.test(text)
      if (query !== '' && isWhole) expect(hits.length).toBeGreaterThan(0)
    }),
  )
})

it('bytes stand in lines of sixteen, with their printable characters', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('knock, knock: wh'), 0x00, 0xff, 0x7e])
  expect([hexLine(bytes, 0), hexLine(bytes, 1)]).toEqual([
    '00000000  6b 6e 6f 63 6b 2c 20 6b 6e 6f 63 6b 3a 20 77 68  knock, knock: wh',
    '00000010  00 ff 7e                                         ..~',
  ])
})
