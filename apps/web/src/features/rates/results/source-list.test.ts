import type { RateSourceView } from '@knockwire/domain/rates/rate-row'
import { expect, it } from 'vitest'
import { sourceState } from './source-list.tsx'

const source: RateSourceView = {
  key: 'a_bank',
  name: 'A bank',
  lender: 'a_bank',
  kind: 'LENDER',
  rateType: 'NOTE_RATE',
  url: 'https://a-bank.example/rates',
  licence: 'With its permission',
  lastReadAt: '2026-11-20T12:00:00.000Z',
  isStale: false,
  isFailing: false,
}

it('a source mentions last good figures only where it was read before', () => {
  expect(sourceState({ ...source, lastReadAt: null })).toBe('Not loaded yet.')
  expect(sourceState({ ...source, lastReadAt: null, isFailing: true, isStale: true })).toBe(
    'Not loaded yet. The last attempt failed.',
  )
  expect(sourceState({ ...source, isFailing: true, isStale: true })).toMatch(
    /^Last loaded Nov 20, 2026, .+\. The last attempt failed; the last good figures are shown\.$/,
  )
  expect(sourceState({ ...source, isStale: true })).toMatch(/^Last loaded .+\. Out of date\.$/)
  expect(sourceState(source)).toMatch(/^Last loaded [^.]+\.$/)
})
