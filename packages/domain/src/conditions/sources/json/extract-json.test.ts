import { describe, expect, it } from 'vitest'
import { checkJsonPath, extractJson } from './extract-json.ts'
import { processorTimeMs } from '../../../testing/processor-time.ts'

const store = {
  store: {
    book: [
      { title: 'A', price: 8.95, tags: ['x'], isbn: '1' },
      { title: 'B', price: 12.99, tags: [] },
      { title: 'C', price: 8.99, tags: ['x', 'y'], isbn: '2' },
    ],
    bicycle: { price: 19.95, 'the color': 'red', "it's": true, none: null },
  },
  '@type': 'Store',
  'a-b': { 0: 'zero', length: 'own' },
}
const body = JSON.stringify(store)
const read = (path: string, text = body) => extractJson(text, path)

describe('one match is that value, several are an array, none is null', () => {
  it.each([
    ['', store],
    ['$', store],
    ['$.store.bicycle.price', 19.95],
    ['store.bicycle.price', 19.95],
    ["$['store']['bicycle']['the color']", 'red'],
    ['$["store"].bicycle["it\'s"]', true],
    ["$.store.bicycle['it\\'s']", true],
    ['$["\\u0040type"]', 'Store'],
    ['$.@type', 'Store'],
    ['$.a-b.0', 'zero'],
    ['$.a-b.length', 'own'],
    ['$.store.book.1.title', 'B'],
    ['$.store.book[0].title', 'A'],
    ['$.store.book[-1].title', 'C'],
    ['$.store.book[7]', null],
    ['$.store.book[*].title', ['A', 'B', 'C']],
    ['$.store.book[0,2].title', ['A', 'C']],
    ['$.store.book[0:2].title', ['A', 'B']],
    ['$.store.book[1:].title', ['B', 'C']],
    ['$.store.book[-2:].title', ['B', 'C']],
    ['$.store.book[-2].title', 'B'],
    ['$.store.book[-4]', null],
    ['$.store.book[0,-1].title', ['A', 'C']],
    ['$.store.book[1:,0].title', ['B', 'C', 'A']],
    ['$.store.book[::2].title', ['A', 'C']],
    ['$.store.book[0:3:2].title', ['A', 'C']],
    ['$..price', [8.95, 12.99, 8.99, 19.95]],
    ['$..book[1].title', 'B'],
    ["$..['title','isbn']", ['A', '1', 'B', 'C', '2']],
    ['$.store.book..tags[0]', ['x', 'x']],
    ['$.store.bicycle.*', [19.95, 'red', true, null]],
    ['$.store.bicycle.none', null],
    ['$.store.book[1].tags', []],
    ['$.nothing.at.all', null],
    ['$.store.constructor', null],
    ['$.__proto__', null],
    ['$.store.book.map', null],
    ['$["@type"].length', null],
    ['$["@type"][0]', null],
    ['$["@type"].0', null],
    ['$.store.book.length', null],
    ['$.store.book[1].tags.length', null],
    ['$..length', 'own'],
    ['$.store.book[1].title..length', null],
    ['$.a-b[0]', null],
    ['$.store[0]', null],
    ['$.store.book[?@.isbn == "2"].price', 8.99],
    ['store.book[?@.isbn == "2"].price', 8.99],
    ['$.store.book[?(@.price < 10)].title', ['A', 'C']],
    ['$.store.book[?@.price > 100].title', null],
    ['$.store.book[0,?@.isbn == "2"].title', ['A', 'C']],
    ['$.store.book[?search(@.title, "[AB]") && !@.isbn].title', 'B'],
    ['$.store.book[::-1].title', ['C', 'B', 'A']],
    ['$.store.book[::0].title', null],
    ["$['@type',0]", 'Store'],
    ["$.store.bicycle[*,'price']", [19.95, 'red', true, null, 19.95]],
    ["$['(process.exit())']", null],
    ["$['@null()']", null],
    ['$..store..book..title', ['A', 'B', 'C']],
    ['$ .store [ "bicycle" ] .price', 19.95],
    [' $.store.book[?@.isbn == "2"].price ', 8.99],
    ['.store.book[?@.isbn == "2"].price', 8.99],
    ['["store"].book[?@.isbn == "2"].price', 8.99],
    ['store.book[?@.price == $.store.book[0].price].title', 'A'],
    ['$.store.book.1', store.store.book[1]],
  ])('[TN-25] %s', (path, value) => expect(read(path)).toEqual({ value, problem: null }))

  it.each([
    ['@type', 'Store'],
    ['a-b.0', 'zero'],
    [' $.a-b.0 ', 'zero'],
    ['.a-b.0', 'zero'],
    ['["@p"].@s[0]', 1],
    ['*.@s[0]', 1],
    ['@s[0]', null],
    ['$.@p.@s[  1  ]', 2],
    ['$.@p.@s[10]', 11],
    ['$.@p.@s[  0  ,  1  ]', [1, 2]],
    ['$.@p.@s[  1  :  3  ]', [2, 3]],
    ['$.@p.@s[0:3:2]', [1, 3]],
    ['$.@p.@s[8::1]', [9, 10, 11]],
    ['$.@p.@s[8:]', [9, 10, 11]],
    ['$..@p..@s[0]', 1],
    ["$.@o['a','b']", [1, 2]],
    ["$.@o[  'a'  ,  'b'  ]", [1, 2]],
    ['x@'.repeat(256), 'long'],
  ])('of a name that the standard would have in quotes: %.30s', (path, value) => {
    const numbers = Array.from({ length: 11 }, (_, at) => at + 1)
    const text = JSON.stringify({ ...store, '@o': { a: 1, b: 2 }, '@p': { '@s': numbers }, ['x@'.repeat(256)]: 'long' })
    expect(read(path, text)).toEqual({ value, problem: null })
  })

  it('takes a path of the standard of up to 512 characters', () => {
    const name = 'x'.repeat(509)
    expect(read(`[?@.${name.slice(5)}]`, JSON.stringify([{ [name.slice(5)]: 1 }])).value).toEqual({
      [name.slice(5)]: 1,
    })
    expect(checkJsonPath(`[?@.${name}]`)).toBe('A JSON path has at most 512 characters.')
  })

  const signs = `* .. . $ @ @null ^ ~ \`a 0:1 1:2 ::1 -1 a,b 'a','b' #0 ( f(x) [ ] ; %@% \\ " \\' __proto__ constructor`
  it.each([...signs.split(' '), 'f (x)', '', ' ', '\n'])('takes a name for what it is: %j', (name) => {
    const quoted = JSON.stringify(name)
    const text = `{"list":[{"other":0,${quoted}:1,"another":0}],"text":"b"}`
    expect(read(`$.list[0][${quoted}]`, text).value).toBe(1)
    expect(read(`$..[*][${quoted}]`, text).value).toBe(1)
    expect(read('$.list[*][*]', text).value).toEqual([0, 1, 0])
    expect(read(`$..[*]..[${quoted}]`, '{"a":{"b":[0,[1,2]]},"text":"b"}').value).toBeNull()
  })

  it.each([
    ['false', '$', false],
    ['0', '', 0],
    ['""', '$', ''],
    ['null', '$', null],
    ['"text"', '$.length', null],
    ['[]', '$', []],
    ['[[1],[2]]', '$[*][0]', [1, 2]],
    ['{"a":"[[[{{{\\"]"}', '$.a', '[[[{{{"]'],
  ])('of the body %s, %s', (text, path, value) => expect(read(path, text)).toEqual({ value, problem: null }))

  it.each(['no json', '', '{"a":1} trailing', '{"a":1', '<html></html>'])(
    'reads nothing out of %j, and says so',
    (text) => {
      expect(read('$.a', text)).toEqual({ value: null, problem: 'The body is not JSON.' })
    },
  )

  it('gives null for no body', () => expect(extractJson(null, '$')).toEqual({ value: null, problem: null }))

  it('keeps the digits of a number that JavaScript’s cannot hold', () => {
    const text = '{"id":1834567890123456789,"n":9007199254740991,"f":0.12345678901234567,"t":"1834567890123456789"}'
    expect(String(read('$.id', text).value)).toBe('1834567890123456789')
    expect(read('$.n', text).value).toBe(9_007_199_254_740_991)
    expect(String(read('$.f', text).value)).toBe('0.12345678901234567')
    expect(read('$.t', text).value).toBe('1834567890123456789')
    const list = read('$', '[1e25,10000000000000000.0,-1834567890123456789]').value
    expect(JSON.stringify(list)).toBe('[1e+25,10000000000000000,-1834567890123456789]')
  })
})

describe('checkJsonPath', () => {
  it.each([
    ['$.', 'Invalid JSON path: a name is missing at character 3.'],
    ['$.a[', 'Invalid JSON path: a quoted name, a number or * is missing at character 5.'],
    ['$.a[0', 'Invalid JSON path: "]" is missing at character 6.'],
    ['$a', 'Invalid JSON path: "." or "[" is missing at character 2.'],
    ['$.a b', 'Invalid JSON path: "." or "[" is missing at character 5.'],
    ["$['a", 'Invalid JSON path: a quoted name, a number or * is missing at character 3.'],
    ['$.a^', 'Invalid JSON path: "." or "[" is missing at character 4.'],
    ['$.a~', 'Invalid JSON path: "." or "[" is missing at character 4.'],
    ['$[?(@.a.match(/x/))]', "Invalid JSON path: unexpected filter selector token '/' at character 15."],
    ['$.a[?@.b = 5]', "Invalid JSON path: unexpected filter selector token '=' at character 10."],
    ['$.a[?@.b == 5', 'Invalid JSON path: unclosed bracketed selection at character 14.'],
    ['$[?size(@) == 1]', "Invalid JSON path: no such function 'size' at character 4."],
    ['$[?count(@.a)]', 'Invalid JSON path: result of count() must be compared at character 4.'],
    ['$[(@.length-1)]', 'A JSON path cannot contain a script.'],
    [`$[?${'f'.repeat(300)}(@) == 1]`, `Invalid JSON path: no such function '${'f'.repeat(132)} at character 4.`],
    ['$.@a[::0]', 'The step of a slice is at least 1.'],
    ["$.@a['x',0]", 'A list in brackets can have names or numbers, not both.'],
    ["$.@a[0,'x']", 'A list in brackets can have names or numbers, not both.'],
    ['$..@a..b..c', 'A JSON path may have ".." at most 2 times.'],
    ["$.@a['(c)']", 'A name in this JSON path contains parentheses where they cannot be looked up.'],
    [`$${'.a'.repeat(300)}`, 'A JSON path has at most 512 characters.'],
  ])('rejects %.30s', (path, message) => {
    expect(checkJsonPath(path)).toBe(message)
    expect(read(path)).toEqual({ value: null, problem: message })
  })
})

function within(limitMs: number, work: () => void) {
  const startedAt = processorTimeMs()
  work()
  expect(processorTimeMs() - startedAt).toBeLessThan(limitMs)
}

describe('hostile documents and paths end soon', () => {
  it('rejects a document deeper than 100 levels before parsing it', () => {
    expect(read('$', '['.repeat(100) + ']'.repeat(100)).problem).toBeNull()
    expect(read('$', '['.repeat(101) + ']'.repeat(101)).problem).toBe('The body is nested deeper than 100 levels.')
    within(500, () =>
      expect(read('$', '[{"a":'.repeat(200_000)).problem).toBe('The body is nested deeper than 100 levels.'),
    )
  })

  it('stops a path that multiplies', () => {
    const wide = JSON.stringify(Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => [1, 2])))
    const deep = '[1,'.repeat(99) + '[1]' + ']'.repeat(99)
    const lists = '['.repeat(100) + ']'.repeat(100)
    const deepAndWide = `${'['.repeat(99)}${'1,'.repeat(50_000)}1${']'.repeat(99)}`
    const tooMany = { value: null, problem: 'The path matches too many places in the document.' }
    within(2000, () => expect(read('$..*..*[*,*,*,*,*,*]', wide)).toEqual(tooMany))
    within(2000, () => expect(read(`$${'[0,0,0,0,1,1]'.repeat(30)}`, deep)).toEqual(tooMany))
    within(2000, () => expect(read(`$${'[0,-1]'.repeat(80)}`, lists)).toEqual(tooMany))
    within(2000, () => expect(read('$..*..*', wide)).toEqual(tooMany))
    within(2000, () => expect(read(`$${'[*]'.repeat(99)}`, deepAndWide)).toEqual(tooMany))
    within(2000, () => expect(read('$..*..*', deep).value).toHaveLength(9801))
  })

  it.each([
    '$..[?@..[?@..[?@]]]',
    '$..[?$..id]',
    '$[?$[?$[?@.id == 1]]]',
    '$..[?count($..*) > 3]',
    '$[?$ == @]..[?$ == @]..[?@ == $]',
    '$..[?$[0:20000] || @..[?@ == $]]',
    '$..*..*..*',
    '$[*,*,*,*,*,*,*,*][?@..*]',
  ])('stops a filter that multiplies: %s', (path) => {
    const large = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'x', tags: [1, [2]] })))
    within(5000, () =>
      expect(read(path, large)).toEqual({
        value: null,
        problem: 'The path matches too many places in the document.',
      }),
    )
  })

  it('stops a comparison of large values with each other', () => {
    const list = Array.from({ length: 1000 }, (_, id) => [id])
    const text = JSON.stringify({ a: list, b: list, c: list })
    within(5000, () => expect(read('$.c[?$.a == $.b]', text).problem).toMatch(/too many places/))
    expect(read('$[?$.a == @ && $.b == @]', text).value).toHaveLength(3)
  })

  it('reads any path of brackets quickly', () => {
    for (const part of ['[?(', '[?!(', '[?@', '[?@.a==1&&', '[?length(', '[*,', "['", '[?@..[?']) {
      within(1000, () => expect(checkJsonPath(`$${part.repeat(500 / part.length)}`)).not.toBeNull())
    }
  })

  it('reads a large document within its budget', () => {
    const large = JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: 'x' })))
    within(2000, () => expect(read('$..id', large).value).toHaveLength(40_000))
    within(5000, () => expect(read('$..[?@.id == 5].name', large)).toEqual({ value: 'x', problem: null }))
    within(5000, () => expect(read('$[?@.id > 4 && @.name == "x"].id', large).value).toHaveLength(39_995))
  })
})
