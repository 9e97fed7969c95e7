import { expect, it } from 'vitest'
import {
  decidesServer,
  fillReferences,
  fillUri,
  hasReference,
  isReferenceAlone,
  secretNamesIn,
} from './secret-references.ts'

it('a text names each of its secrets once, and none where it is escaped', () => {
  expect(
    secretNamesIn(['a ${secret:B} ${secret:A}', '${secret:B}', '$${secret:C}', '${secret:1}', '${env:D}']),
  ).toEqual(['A', 'B'])
})

it('a reference becomes the value, and an escaped one the reference itself', () => {
  const fill = (text: string) => fillReferences(text, (name) => `<${name}>`)
  expect(fill('x=${secret:A}&y=$${secret:A}&$${z}&$$')).toBe('x=<A>&y=${secret:A}&$${z}&$$')
  expect(fill('$$${secret:A}')).toBe('$${secret:A}')
  expect(hasReference('$${secret:A}')).toBe(true)
  expect(hasReference('${secret:}')).toBe(false)
})

it('a value in a URL is one component of it', () => {
  expect(fillUri('https://a.example/?k=${secret:A}#f', () => 'a&b=c#/@ä')).toBe(
    'https://a.example/?k=a%26b%3Dc%23%2F%40%C3%A4#f',
  )
})

it.each([
  ['https://${secret:A}/', true],
  ['https://x.${secret:A}.example/', true],
  ['https://a.example:1${secret:A}/', true],
  ['https://${secret:A}@a.example/', true],
  ['https:\\\\${secret:A}\\', true],
  ['${secret:A}', false],
  ['${secret:A}://a.example/', true],
  ['https://a.example/${secret:A}', false],
  ['https://a.example?${secret:A}', false],
  ['https://a.example/', false],
])('whether a secret decides the server of %s: %s', (uri, decides) => {
  expect(decidesServer(uri)).toBe(decides)
})

it('a value of references and a scheme alone may be shown', () => {
  expect(['Bearer ${secret:A}', '${secret:A}', '${secret:A}${secret:B}'].map(isReferenceAlone)).toEqual([
    true,
    true,
    true,
  ])
  expect(['Bearer x${secret:A}', 'Bearer ', '$${secret:A}'].map(isReferenceAlone)).toEqual([false, false, false])
})

it('a long text of what only begins as a reference takes no longer than its length', () => {
  const text = '${secret:'.repeat(200_000)
  const started = process.cpuUsage()
  expect(secretNamesIn([text])).toEqual([])
  expect(fillReferences(text, () => 'x')).toBe(text)
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000)
})
