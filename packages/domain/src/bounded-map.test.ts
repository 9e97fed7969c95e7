import { expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

it('a bounded map keeps the entries used last, and makes the others again', () => {
  const map = new BoundedMap<string, string | null>(2)
  const made: string[] = []
  const get = (key: string) =>
    map.getOrMake(key, () => {
      made.push(key)
      return key === 'nothing' ? null : `value of ${key}`
    })
  expect([get('a'), get('nothing'), get('a'), get('c')]).toEqual(['value of a', null, 'value of a', 'value of c'])
  expect(map.size).toBe(2)
  expect([get('a'), get('c'), get('nothing'), get('nothing')]).toEqual(['value of a', 'value of c', null, null])
  expect(made).toEqual(['a', 'nothing', 'c', 'nothing'])
})
