import { expect, it } from 'vitest'
import { addressOptions } from './address-choice.tsx'

const values = (...args: Parameters<typeof addressOptions>) => addressOptions(...args).map(({ label }) => label)

it('[EV-02, EV-03] the list offers the verified addresses, then "New email address"', () => {
  expect(values(['ada@example.com', 'ops@example.com'], 'ops@example.com')).toEqual([
    'ada@example.com',
    'ops@example.com',
    'New email address',
  ])
  expect(values([], '')).toEqual(['New email address'])
})

it('the list still shows the address of a notification after it is no longer verified', () => {
  expect(values(['ada@example.com'], 'gone@example.com')).toEqual([
    'ada@example.com',
    'gone@example.com (not verified)',
    'New email address',
  ])
})
