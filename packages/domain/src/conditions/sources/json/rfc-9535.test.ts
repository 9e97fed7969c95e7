import { describe, expect, it } from 'vitest'
import { checkJsonPath, extractJson } from './extract-json.ts'
import type { JsonValue } from '../../json-value.ts'
import { parseStandardPath } from './standard-path.ts'

/** The examples of RFC 9535, by the sections that they stand in. Where it allows several orders, the document's own. */
type Example = [query: string, nodes: JsonValue[]]

const [reference, sword, moby, lord] = [
  { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
  { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
  { category: 'fiction', author: 'Herman Melville', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99 },
  {
    category: 'fiction',
    author: 'J. R. R. Tolkien',
    title: 'The Lord of the Rings',
    isbn: '0-395-19395-8',
    price: 22.99,
  },
] as const
const books: JsonValue[] = [reference, sword, moby, lord]
const bicycle = { color: 'red', price: 399 }
const store = { store: { book: books, bicycle } }
const authors = ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const filtered = {
  a: [3, 5, 1, 2, 4, 6, { b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }],
  o: { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } },
  e: 'f',
}
const descended = { o: { j: 1, k: 2 }, a: [5, 3, [{ j: 4 }, { k: 6 }]] }
const nulls = { a: null, b: [null], c: [{}], null: 1 }

const sections: [section: string, document: JsonValue, examples: Example[]][] = [
  [
    '1.5',
    store,
    [
      ['$.store.book[*].author', authors],
      ['$..author', authors],
      ['$.store.*', [books, bicycle]],
      ['$.store..price', [8.95, 12.99, 8.99, 22.99, 399]],
      ['$..book[2]', [moby]],
      ['$..book[2].author', ['Herman Melville']],
      ['$..book[2].publisher', []],
      ['$..book[-1]', [lord]],
      ['$..book[0,1]', [reference, sword]],
      ['$..book[:2]', [reference, sword]],
      ['$..book[?@.isbn]', [moby, lord]],
      ['$..book[?@.price<10]', [reference, moby]],
    ],
  ],
  ['2.1.3', { a: [{ b: 0 }, { b: 1 }, { c: 2 }] }, [['$.a[*].b', [0, 1]]]],
  ['2.2.3', { k: 'v' }, [['$', [{ k: 'v' }]]]],
  [
    '2.3.1.3',
    { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } },
    [
      ["$.o['j j']", [{ 'k.k': 3 }]],
      ["$.o['j j']['k.k']", [3]],
      ['$.o["j j"]["k.k"]', [3]],
      [`$["'"]["@"]`, [2]],
    ],
  ],
  [
    '2.3.2.3',
    { o: { j: 1, k: 2 }, a: [5, 3] },
    [
      ['$[*]', [{ j: 1, k: 2 }, [5, 3]]],
      ['$.o[*]', [1, 2]],
      ['$.o[*, *]', [1, 2, 1, 2]],
      ['$.a[*]', [5, 3]],
    ],
  ],
  [
    '2.3.3.3',
    ['a', 'b'],
    [
      ['$[1]', ['b']],
      ['$[-2]', ['a']],
    ],
  ],
  [
    '2.3.4.3',
    letters,
    [
      ['$[1:3]', ['b', 'c']],
      ['$[5:]', ['f', 'g']],
      ['$[1:5:2]', ['b', 'd']],
      ['$[5:1:-2]', ['f', 'd']],
      ['$[::-1]', ['g', 'f', 'e', 'd', 'c', 'b', 'a']],
    ],
  ],
  [
    '2.3.5.3',
    filtered,
    [
      ["$.a[?@.b == 'kilo']", [{ b: 'kilo' }]],
      ["$.a[?(@.b == 'kilo')]", [{ b: 'kilo' }]],
      ['$.a[?@>3.5]', [5, 4, 6]],
      ['$.a[?@.b]', [{ b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }]],
      ['$[?@.*]', [filtered.a, filtered.o]],
      ['$[?@[?@.b]]', [filtered.a]],
      ['$.o[?@<3, ?@<3]', [1, 2, 1, 2]],
      ['$.a[?@<2 || @.b == "k"]', [1, { b: 'k' }]],
      ['$.a[?match(@.b, "[jk]")]', [{ b: 'j' }, { b: 'k' }]],
      ['$.a[?search(@.b, "[jk]")]', [{ b: 'j' }, { b: 'k' }, { b: 'kilo' }]],
      ['$.o[?@>1 && @<4]', [2, 3]],
      ['$.o[?@.u || @.x]', [{ u: 6 }]],
      ['$.a[?@.b == $.x]', [3, 5, 1, 2, 4, 6]],
      ['$.a[?@ == @]', filtered.a],
    ],
  ],
  [
    '2.5.1.3',
    letters,
    [
      ['$[0, 3]', ['a', 'd']],
      ['$[0:2, 5]', ['a', 'b', 'f']],
      ['$[0, 0]', ['a', 'a']],
    ],
  ],
  [
    '2.5.2.3',
    descended,
    [
      ['$..j', [1, 4]],
      ['$..[0]', [5, { j: 4 }]],
      ['$..o', [{ j: 1, k: 2 }]],
      ['$.o..[*, *]', [1, 2, 1, 2]],
      ['$.a..[0, 1]', [5, 3, { j: 4 }, { k: 6 }]],
    ],
  ],
  [
    '2.6.1',
    nulls,
    [
      ['$.a', [null]],
      ['$.a[0]', []],
      ['$.a.d', []],
      ['$.b[0]', [null]],
      ['$.b[*]', [null]],
      ['$.b[?@]', [null]],
      ['$.b[?@==null]', [null]],
      ['$.c[?@.d==null]', []],
      ['$.null', [1]],
    ],
  ],
]

const all = sections.flatMap(([section, document, examples]) =>
  examples.map(([query, nodes]) => ({ section, document, query, nodes })),
)

/** As conditions and templates get it. */
const valueOf = (nodes: JsonValue[]): JsonValue => (nodes.length > 1 ? nodes : (nodes[0] ?? null))

describe('Examples of RFC 9535', () => {
  it.each(all)('section $section: $query selects what the RFC says', ({ document, query, nodes }) => {
    expect(parseStandardPath(query)(document, 10_000)).toEqual(nodes)
    expect(checkJsonPath(query)).toBeNull()
    expect(extractJson(JSON.stringify(document), query)).toEqual({ value: valueOf(nodes), problem: null })
  })

  it.each([
    ['1.5', '$..*', store, 27],
    ['2.5.2.3', '$..[*]', descended, 11],
    ['2.5.2.3', '$..*', descended, 11],
  ])('section %s: %s selects every value once', (_section, query, document, count) => {
    expect(parseStandardPath(query)(document, 10_000)).toHaveLength(count)
    expect(extractJson(JSON.stringify(document), query).value).toHaveLength(count)
  })

  it.each([
    ['$.absent1 == $.absent2', true],
    ['$.absent1 <= $.absent2', true],
    ["$.absent == 'g'", false],
    ['$.absent1 != $.absent2', false],
    ["$.absent != 'g'", true],
    ['1 <= 2', true],
    ['1 > 2', false],
    ["13 == '13'", false],
    ["'a' <= 'b'", true],
    ["'a' > 'b'", false],
    ['$.obj == $.arr', false],
    ['$.obj != $.arr', true],
    ['$.obj == $.obj', true],
    ['$.obj != $.obj', false],
    ['$.arr == $.arr', true],
    ['$.arr != $.arr', false],
    ['$.obj == 17', false],
    ['$.obj != 17', true],
    ['$.obj <= $.arr', false],
    ['$.obj < $.arr', false],
    ['$.obj <= $.obj', true],
    ['$.arr <= $.arr', true],
    ['1 <= $.arr', false],
    ['1 >= $.arr', false],
    ['1 > $.arr', false],
    ['1 < $.arr', false],
    ['true <= true', true],
    ['true > true', false],
  ])('section 2.3.5.3: the comparison %s is %s', (comparison, holds) => {
    const document = { obj: { x: 'y' }, arr: [2, 3] }
    const { value, problem } = extractJson(JSON.stringify(document), `$[?${comparison}]`)
    expect({ value, problem }).toEqual({ value: holds ? [document.obj, document.arr] : null, problem: null })
  })

  it.each([
    ['$[?length(@) < 3]', true],
    ['$[?length(@.*) < 3]', false],
    ['$[?count(@.*) == 1]', true],
    ['$[?count(1) == 1]', false],
    ["$[?match(@.timezone, 'Europe/.*')]", true],
    ["$[?match(@.timezone, 'Europe/.*') == true]", false],
    ['$[?value(@..color) == "red"]', true],
    ['$[?value(@..color)]', false],
  ])('section 2.4.9: whether %s is well-typed: %s', (query, isWellTyped) => {
    expect(checkJsonPath(query) === null).toBe(isWellTyped)
  })

  it.each([
    ['2.4.4', '$[?length(@.authors) >= 5]', [{ authors: ['a', 'b', 'c', 'd', 'e'] }, { authors: 'abcd' }], 1],
    ['2.4.4, in characters', '$[?length(@) == 2]', ['😀😀', '😀', 'ab', '👍👍'], 3],
    ['2.4.5', '$[?count(@.*.author) >= 2]', [{ a: { author: 1 }, b: { author: 2 } }, { a: { author: 1 } }], 1],
    [
      '2.4.6',
      '$[?match(@.date, "1974-05-..")]',
      [{ date: '1974-05-30' }, { date: 'on 1974-05-30' }, { date: 1974 }],
      1,
    ],
    ['2.4.6, of a number', '$[?match(@, "5")]', ['5', 5, '5'], 2],
    ['2.4.6, with a number', '$[?match(@, 5)]', ['5'], 0],
    ['2.4.7, with a number', '$[?search(@, 5)]', ['5'], 0],
    [
      '2.4.7',
      '$[?search(@.author, "[BR]ob")]',
      [{ author: 'Rob Pike' }, { author: 'Bob Dylan' }, { author: 'Ann' }],
      2,
    ],
    ['2.4.8', '$[?value(@..color) == "red"]', [{ a: { color: 'red' } }, { a: { color: 'red' }, color: 'red' }], 1],
  ])('section %s: %s', (_section, query, document, count) => {
    expect(parseStandardPath(query)(document, 10_000)).toHaveLength(count)
  })
  it.each([
    ['$[?@ == 0.1]', [0.1, 1, '0.1'], [0.1]],
    ['$[?@ < 0.50]', [0.25, 0.5, -1], [0.25, -1]],
    ['$[?0.0 == @]', [0, 0.1], [0]],
    ['$[?@ >= -0.5]', [-0.5, -0.6], [-0.5]],
    ['$[?@ == 0e3]', [0, 3], [0]],
    ['$[?@ > 0.30000000000000004440]', [0.1, 1], [1]],
  ])('section 2.3.5.1: numbers may begin with a zero and a point: %s', (query, document, nodes) => {
    expect(parseStandardPath(query)(document, 10_000)).toEqual(nodes)
    expect(checkJsonPath(query)).toBeNull()
  })

  it.each(['$[?@ == 007]', '$[?@ == 00.5]', '$[?@ == -01]'])('section 2.3.5.1: no number is %s', (query) => {
    expect(checkJsonPath(query)).toContain('invalid number literal')
  })
})
