import { expect, it } from 'vitest'
import { replayUri, restOf } from './replay-uri.ts'

it('a replay knows what stands behind a receiver’s URL', () => {
  expect(restOf('https://in.example.com/r/abc_-1/github/push?a=1&b')).toBe('/github/push?a=1&b')
  expect(restOf('https://in.example.com/r/abc?a=/r/x')).toBe('?a=/r/x')
  expect(restOf('https://in.example.com/r/abc')).toBe('')
  expect(restOf('https://in.example.com/')).toBe('')
})

it.each([
  ['https://a.example', '', 'https://a.example'],
  [' https://a.example ', '', 'https://a.example'],
  ['https://a.example/#top', '', 'https://a.example/#top'],
  ['', '/x', ''],
  ['https://a.example/hook/', '?y', 'https://a.example/hook/?y'],
  ['https://a.example/hook?k', '?y', 'https://a.example/hook?k&y'],
  ['https://a.example', '/x?y=1', 'https://a.example/x?y=1'],
  ['https://a.example/hook/', '/x', 'https://a.example/hook/x'],
  ['https://a.example/hook?k=1', '/x?y=%2F', 'https://a.example/hook/x?k=1&y=%2F'],
  ['https://a.example/hook', '?y', 'https://a.example/hook?y'],
  ['localhost:3000#top', '/', 'http://localhost:3000/'],
])('a request is sent again to %s with %s', (target, rest, uri) => {
  expect(replayUri(target, rest)).toBe(uri)
})
