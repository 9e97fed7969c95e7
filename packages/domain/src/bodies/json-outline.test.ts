import { describe, expect, it } from 'vitest'
import { extractJson } from '../conditions/sources/json/extract-json.ts'
import { copiedJson, formatJson, jsonPathOf, outlineJson, stringOf } from './json-outline.ts'
import { buffersOf, cell, kindOf, nodeAt, visibleNodes, type Outline } from './outline.ts'

const outlineOf = (text: string, options = {}): Outline => {
  const outline = outlineJson(text, options)
  if (!outline) throw new Error('no JSON')
  return outline
}

/** Each node with its level and its text as written. */
const nodesOf = (text: string, options = {}) => {
  const outline = outlineOf(text, options)
  return Array.from({ length: outline.count }, (_, node) => [
    cell(outline, 'depth', node),
    kindOf(outline, node),
    text.slice(cell(outline, 'start', node), cell(outline, 'end', node)),
  ])
}

const pathsOf = (text: string) => {
  const outline = outlineOf(text)
  return Array.from({ length: outline.count }, (_, node) => jsonPathOf(text, outline, node))
}

describe("A JSON text's outline", () => {
  it('keeps numbers, escapes and members of the same name as they are written', () => {
    expect(nodesOf(' {"id": 12345678901234567890, "price": 1.10, "dup":1,"dup":2, "s":"\\u00e9\\n"}\n')).toEqual([
      [0, 'object', '{"id": 12345678901234567890, "price": 1.10, "dup":1,"dup":2, "s":"\\u00e9\\n"}'],
      [1, 'number', '12345678901234567890'],
      [1, 'number', '1.10'],
      [1, 'number', '1'],
      [1, 'number', '2'],
      [1, 'string', String.raw`"\u00e9\n"`],
    ])
  })

  it('says of truths and nothing what they are', () => {
    expect(nodesOf('[true,false,null]').map(([, kind]) => kind)).toEqual(['array', 'boolean', 'boolean', 'null'])
  })

  it('takes the same texts as JSON.parse, and no others', () => {
    const texts = [
      '{}',
      '[]',
      '[1,2]',
      '[1,]',
      '[,1]',
      '{"a":1,}',
      '{"a"}',
      '{a:1}',
      '[1 2]',
      '[1]]',
      '[[1]',
      '01',
      '-',
      '-0',

      '1.',
      '.5',
      '1e5',
      '1E+',
      '1e+15',
      '1E-12',
      '1e15',
      'true',
      'tru',
      'nulll',
      '"a',
      '"\\x"',
      '"\\u12"',
      '"\t"',
      '"\\u12Fa"',
      '',
      ' ',
      '[}',
      '{"__proto__":{"constructor":1}}',
      '["\ud800"]',
      '[true,false,null]',
      '{"":""}',
      'NaN',
      "{'a':1}",
      '[1]x',
      '{x":1}',
      '{:1}',
      '{"a" : 1}',
      '[\r\n\t 1]',
    ]
    const parses = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    expect(texts.map((text) => [text, outlineJson(text) !== null])).toEqual(texts.map((text) => [text, parses(text)]))
  })

  it('shows a body that was cut as far as it goes', () => {
    for (const cut of [
      '{"a":[1,{"b":"c',
      '{"a":[1,{"b":tr',
      '{"a":[1,{"b"',
      '{"a":[1,{"b":',
      String.raw`{"a":[1,{"b":"\u00`,
    ]) {
      expect(outlineJson(cut)).toBeNull()
      expect(nodesOf(cut, { isCut: true }).map(([depth, kind]) => [depth, kind])).toEqual([
        [0, 'object'],
        [1, 'array'],
        [2, 'number'],
        [2, 'object'],
      ])
    }
    expect(outlineJson('<html', { isCut: true })).toBeNull()
    expect(nodesOf('{"a":[1', { isCut: true }).map(([, , shown]) => shown)).toEqual(['{"a":[1', '[1', '1'])
  })

  it.each(['', 't', 'tr', 'tru', 'f', 'fa', 'fal', 'fals', 'n', 'nu', 'nul', '-', '"', '"a', '1,', '"\\u00e'])(
    'shows what stands before %j at the end of a cut',
    (rest) =>
      expect(nodesOf(`[[],${rest}`, { isCut: true }).slice(0, 2)).toMatchObject([{ 1: 'array' }, { 1: 'array' }]),
  )

  it.each(['', ' ', '[1]x', '[x', '[trx', '[tr,1', '[1 2', '{1', '["\\x",1,2,3,4,5', '["\\u00zz', '["\t'])(
    'is not made of %j, which is no beginning of one',
    (text) => expect(outlineJson(text, { isCut: true })).toBeNull(),
  )

  it('is made of a text with a mark of its byte order', () => {
    expect(nodesOf('\uFEFF[1]')).toEqual([
      [0, 'array', '[1]'],
      [1, 'number', '1'],
    ])
  })

  it('has no names outside of objects', () => {
    const outline = outlineOf('{"a":[1]}')
    const namesOf = (node: number) => [cell(outline, 'nameStart', node), cell(outline, 'nameEnd', node)]
    expect([0, 1, 2].map(namesOf)).toEqual([
      [-1, -1],
      [1, 4],
      [-1, -1],
    ])
    expect([stringOf('"a\\n"'), stringOf('1')]).toEqual(['a\n', '1'])
  })

  it('has as many nodes as the text has values, at their depths', () => {
    const deep = outlineOf('['.repeat(600) + ']'.repeat(600))
    expect(Array.from({ length: deep.count }, (_, node) => cell(deep, 'depth', node))).toEqual([...Array(600).keys()])
    expect(jsonPathOf('', deep, 599)).toBe(`$${'[0]'.repeat(599)}`)
    const wide = outlineOf(`{${Array.from({ length: 600 }, (_, index) => `"k${index}":${index}`).join(',')}}`)
    expect([wide.count, cell(wide, 'children', 0), cell(wide, 'position', 600)]).toEqual([601, 600, 599])
    expect(kindOf(wide, 600)).toBe('number')
  })

  it('of a hostile text may have 100,000 nested brackets, or 200,000 names', () => {
    const deep = outlineOf('['.repeat(100_000) + ']'.repeat(100_000))
    expect(deep.count).toBe(100_000)
    expect(cell(deep, 'depth', 99_999)).toBe(99_999)
    expect(jsonPathOf('', deep, 99_999)).toBe(`$${'[0]'.repeat(99_999)}`)
    const wide = `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`
    expect(cell(outlineOf(wide), 'children', 0)).toBe(200_000)
  })

  it('gives each value the path that conditions and charts read it by', () => {
    const text = String.raw`{"data":{"items":[{"price":1.5},{"unit price":2,"it's":3,"a\"b":4,"":5,"1":6,"\\":7,"prix_é":8}]}}`
    const paths = pathsOf(text)
    expect(paths).toEqual([
      '$',
      '$.data',
      '$.data.items',
      '$.data.items[0]',
      '$.data.items[0].price',
      '$.data.items[1]',
      "$.data.items[1]['unit price']",
      String.raw`$.data.items[1]['it\'s']`,
      `$.data.items[1]['a"b']`,
      "$.data.items[1]['']",
      "$.data.items[1]['1']",
      String.raw`$.data.items[1]['\\']`,
      '$.data.items[1].prix_é',
    ])
    const values = [4, 6, 7, 8, 9, 10, 11, 12].map((node) => extractJson(text, paths[node] ?? ''))
    expect(values).toMatchObject([1.5, 2, 3, 4, 5, 6, 7, 8].map((value) => ({ value })))
  })
})

describe('Formatted JSON', () => {
  it('is indented, and otherwise as written', () => {
    const text = '{"a":[1.10,{"b":{}},[]],"a":"\\u00e9"}'
    expect(formatJson(text, outlineOf(text), 1_000)).toBe(`{
  "a": [
    1.10,
    {
      "b": {}
    },
    []
  ],
  "a": "\\u00e9"
}`)
  })

  it('has at most as many characters as are asked for', () => {
    const text = '{"a":[1,2],"b":{}}'
    const formatted = '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}'
    expect(formatJson(text, outlineOf(text), formatted.length)).toBe(formatted)
    expect(formatJson(text, outlineOf(text), formatted.length - 1)).toBeNull()
    expect(formatJson(text, outlineOf(text), 5)).toBeNull()
    expect(formatJson('1', outlineOf('1'), 1)).toBe('1')
  })

  it('is indented by no more than 40 levels', () => {
    const text = '['.repeat(42) + ']'.repeat(42)
    const lines = formatJson(text, outlineOf(text), 10_000)?.split('\n') ?? []
    expect(lines.map((line) => line.search(/\S/))).toEqual(
      [...Array(42).keys(), ...[...Array(41).keys()].toReversed()].map((depth) => Math.min(depth, 40) * 2),
    )
  })

  it('of a hostile text ends where it would become far longer than the body', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(formatJson(text, outlineOf(text), 1_000_000)).toBeNull()
  })
})

describe('An outline', () => {
  it('has as much in it as there are nodes, and where each of them ends', () => {
    const outline = outlineOf('[1,[2],{}]')
    expect(outline.count).toBe(5)
    expect([...outline.next]).toEqual([5, 2, 4, 4, 5])
    expect([...outline.kind]).toHaveLength(5)
  })

  it('lies in memory that can be handed on', () => {
    const outline = outlineOf('[1,2]')
    expect(buffersOf(outline)).toContain(outline.kind.buffer)
    expect(buffersOf(outline)).toContain(outline.nameEnd.buffer)
    expect(buffersOf(outline)).toHaveLength(10)
  })

  it('has the nodes below open ones on lines, up to a limit', () => {
    const outline = outlineOf('[[1,2],[3,[4]]]')
    expect([...visibleNodes(outline, () => true, 100)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect([...visibleNodes(outline, (node) => node !== 1, 100)]).toEqual([0, 1, 4, 5, 6, 7])
    expect([...visibleNodes(outline, (node) => node === 0, 100)]).toEqual([0, 1, 4])
    expect([...visibleNodes(outline, () => true, 3)]).toEqual([0, 1, 2])
  })

  it('finds the node at a position of the text', () => {
    const text = '{"ab":[10,20],"cd":3}'
    const outline = outlineOf(text)
    expect(['"ab"', '10', '20', '"cd"', '3'].map((part) => nodeAt(outline, text.indexOf(part)))).toEqual([
      1, 2, 3, 4, 4,
    ])
  })
})

it.each([
  ['"A-1047"', 'A-1047'],
  [String.raw`"a\"b\n\u00e9"`, 'a"b\né'],
  ['{"a": "b"}', '{"a": "b"}'],
  ['12.50', '12.50'],
  ['null', 'null'],
  ['"cut', '"cut'],
])('the value %s is copied as %j', (written, copied) => expect(copiedJson(written)).toBe(copied))
