import { expect, it } from 'vitest'
import { replayUri, restOf, withScheme } from './replay-uri.ts'

it('knows what stands behind a receiver’s URL', () => {
  expect(restOf('https://in.example.com/r/abc_-1/github/push?a=1&b')).toBe('/github/push?a=1&b')
  expect(restOf('https://in.example.com/r/abc?a=/r/x')).toBe('?a=/r/x')
  expect(restOf('https://in.example.com/r/abc')).toBe('')
})

it.each([
  ['localhost:4999', 'http://localhost:4999'],
  ['127.0.0.1/hook', 'http://127.0.0.1/hook'],
  ['shop.test', 'http://shop.test'],
  ['localhost.example.com', 'https://localhost.example.com'],
  ['example.com/a?b=http://c', 'https://example.com/a?b=http://c'],
  ['http://example.com', 'http://example.com'],
  ['ftp://example.com', 'ftp://example.com'],
  [' ', ''],
])('an address that is typed as "%s" is %s', (typed, uri) => {
  expect(withScheme(typed)).toBe(uri)
})

it.each([
  ['https://a.example', '', 'https://a.example'],
  ['https://a.example', '/x?y=1', 'https://a.example/x?y=1'],
  ['https://a.example/hook/', '/x', 'https://a.example/hook/x'],
  ['https://a.example/hook?k=1', '/x?y=%2F', 'https://a.example/hook/x?k=1&y=%2F'],
  ['https://a.example/hook', '?y', 'https://a.example/hook?y'],
  ['localhost:3000#top', '/', 'http://localhost:3000/'],
])('a request is sent again to %s with %s', (target, rest, uri) => {
  expect(replayUri(target, rest)).toBe(uri)
})
