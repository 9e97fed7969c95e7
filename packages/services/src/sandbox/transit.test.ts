import { ExactNumber } from '@knockwire/domain/conditions/comparing/exact-number'
import { expect, it } from 'vitest'
import { fromTransit, toTransit } from './transit.ts'

const travel = <T>(value: T): T => fromTransit(structuredClone(toTransit(value)))

it('an exact number is the same on the other side, wherever it stands', () => {
  const id = new ExactNumber('8202522731445525542')
  expect(JSON.stringify(travel(id))).toBe('8202522731445525542')
  const values = { condition: { value: [{ id }, 'text', null] }, body: new Uint8Array([1]) }
  expect(JSON.stringify(travel(values).condition)).toBe('{"value":[{"id":8202522731445525542},"text",null]}')
  expect(travel(values).body).toEqual(new Uint8Array([1]))
})

it('a member’s name is nothing but a name', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}')
  const travelled = travel({ value, id: new ExactNumber('1.0') })
  expect(JSON.stringify(travelled)).toBe('{"value":{"__proto__":{"a":1},"b":2},"id":1.0}')
})

it('what has no exact number is sent as it is, without a copy', () => {
  const value = { list: [{ a: 1 }, 'x'], text: '9007199254740993' }
  expect(toTransit(value)).toBe(value)
  expect(fromTransit(value)).toBe(value)
})
