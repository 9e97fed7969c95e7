import { expect, it } from 'vitest'
import { readMultipart } from './multipart.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

it('the parser reads the parts that a browser writes, byte for byte', async () => {
  const form = new FormData()
  form.set('note', 'two\r\n\r\nsugars')
  form.set('file', new File([Uint8Array.of(0, 13, 10, 255)], 'tée "x".png', { type: 'image/png' }))
  const response = new Response(form)
  const contentType = response.headers.get('content-type') ?? ''
  const parts = readMultipart(new Uint8Array(await response.arrayBuffer()), contentType)
  expect(parts?.map(({ name, fileName, contentType: type, bytes }) => [name, fileName, type, [...bytes]])).toEqual([
    ['note', null, 'text/plain', [...bytesOf('two\r\n\r\nsugars')]],
    ['file', 'tée %22x%22.png', 'image/png', [0, 13, 10, 255]],
  ])
})

it('the parser reads a body that was cut, a preamble and bare line feeds, and never more than 500 parts', () => {
  const type = 'multipart/mixed; boundary=b'
  const read = (body: string) => readMultipart(bytesOf(body), type)?.map(({ bytes }) => new TextDecoder().decode(bytes))
  expect(read('hello\r\n--b\r\n\r\none\r\n--b\r\nX: y\r\n\r\ntw')).toEqual(['one', 'tw'])
  expect(read('--b\n\none\n--b--\nepilogue')).toEqual(['one'])
  expect(read('--b\r\n\r\n\r\n'.repeat(1_000))).toHaveLength(500)
  expect(read('nothing')).toBeUndefined()
  expect(readMultipart(bytesOf('--b\n\nx'), 'text/plain; boundary=b')).toBeNull()
  expect(readMultipart(bytesOf('--b\n\nx'), 'multipart/mixed')).toBeNull()
})

it('the parser reads the headers of a part, and what is no header is none', () => {
  const type = 'multipart/mixed; boundary=b'
  const headersOf = (body: string) => readMultipart(bytesOf(body), type)?.map(({ headers }) => headers)
  expect(headersOf('--b\r\nX-A: 1\r\ngarbage\r\n: x\r\nX-B:2\r\n\r\n: y\r\n--b--')).toEqual([
    [
      ['X-A', '1'],
      ['X-B', '2'],
    ],
  ])
  expect(headersOf('--b\n\none\n--b\nX-A: yz')).toEqual([[], [['X-A', 'yz']]])
  expect(headersOf('\n--b\nX-A: 1\n--b--')).toEqual([[['X-A', '1']]])
  expect(headersOf('--b')).toBeUndefined()
})

it.each([
  [' Multipart/mixed; boundary=b', 'b', true],
  ['x-multipart/mixed; boundary=b', 'b', false],
  [`multipart/mixed; boundary=${'b'.repeat(200)}`, 'b'.repeat(200), true],
  [`multipart/mixed; boundary=${'b'.repeat(201)}`, 'b'.repeat(201), false],
])('a body is one of parts by its content type: %.50s', (contentType, boundary, isMultipart) => {
  expect(readMultipart(bytesOf(`--${boundary}\n\nx`), contentType) !== null).toBe(isMultipart)
})

const partOf = (disposition: string | Uint8Array) => {
  const head = typeof disposition === 'string' ? new TextEncoder().encode(disposition) : disposition
  const before = new TextEncoder().encode('--b\r\nContent-Disposition: ')
  const after = new TextEncoder().encode('\r\n\r\nx\r\n--b--\r\n')
  const part = readMultipart(Uint8Array.from([...before, ...head, ...after]), 'multipart/form-data; boundary=b')?.[0]
  return [part?.name, part?.fileName]
}

it.each([
  ['form-data; name="a; filename=evil.txt"', 'a; filename=evil.txt', null],
  ['form-data; name="a\\"; filename=\\"b"', 'a"; filename="b', null],
  ['form-data; name=a; filename="r.txt"; filename*=UTF-8\'\'%e2%82%ac%20rates.txt', 'a', '€ rates.txt'],
  ['form-data; filename*=iso-8859-1\'en\'caf%E9.txt; name="f"; filename="cafe.txt"', 'f', 'café.txt'],
  ["form-data; name=a; filename*=UTF-8''%ff; filename=plain.txt", 'a', 'plain.txt'],
  ['form-data; name=a; filename*=nonsense; filename=plain.txt', 'a', 'plain.txt'],
  ['form-data; NAME = "a" ; FileName = "b.txt"', 'a', 'b.txt'],
  ['form-data; name="first"; name="second"', 'first', null],
  ['form-data; xname="no"; name=a', 'a', null],
  ['form-data; name="C:\\dir\\a.txt"', 'C:\\dir\\a.txt', null],
  ['form-data;\r\n name="folded"', 'folded', null],
])('the parser reads names by the grammar: %s', (disposition, name, fileName) => {
  expect(partOf(disposition)).toEqual([name, fileName])
})

it('the parser reads a file name of an older encoding', () => {
  const latin1 = Uint8Array.from(
    'form-data; name=f; filename="caf\u00e9.txt"',
    (character) => character.codePointAt(0) ?? 0,
  )
  expect(partOf(latin1)).toEqual(['f', 'café.txt'])
})

it('the parser takes a line that only begins like a delimiter for content', () => {
  const text = '--b\r\n\r\n--bc\r\n--b \t\r\n\r\ny\r\n--b--'
  const parts = readMultipart(new TextEncoder().encode(text), 'multipart/mixed; boundary="b"')
  expect(parts?.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['--bc', 'y'])
})
