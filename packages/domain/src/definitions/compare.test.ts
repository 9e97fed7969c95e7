import { expect, it } from 'vitest'
import { compareDefinitions } from './compare.ts'

it('definitions are compared value by value, and what only one has is whole', () => {
  const before = { name: 'a', labels: { x: '1', 'y/z': '2' }, headers: [['A', '1']], notifications: { mail: { n: 1 } } }
  const after = { name: 'a', labels: { x: '1', 'y/z': '3' }, headers: [['A', '2']], notifications: { sms: { n: 1 } } }
  expect(compareDefinitions(before, after)).toEqual([
    { path: '/labels/y~1z', from: '2', to: '3' },
    { path: '/headers', from: [['A', '1']], to: [['A', '2']] },
    { path: '/notifications/sms', from: undefined, to: { n: 1 } },
    { path: '/notifications/mail', from: { n: 1 }, to: undefined },
  ])
})

it('the order of members is no difference, nor is a member that is undefined', () => {
  expect(compareDefinitions({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1, e: undefined })).toEqual([])
})
