import type { ActiveHours, Expectation } from '@knockwire/domain/heartbeats/expectation'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { describe, expect, it } from 'vitest'
import { hasChanged } from '../../../lib/editing/edited-form.ts'
import { editedReceiver, type ReceiverForm, receiverFormOf, toReceiverInput } from './receiver-form.ts'
import { expectationFormOf, toExpectation } from '../expectation/expectation-form.ts'
import { typedReceiverOf } from './typed-receiver.ts'

const receiver: ReceiverView = {
  id: '019a0000-0000-7000-8000-000000000001',
  version: 1,
  name: 'Deployments',
  url: 'https://in.example/r/token',
  status: 'DISABLED',
  isDraft: false,
  key: null,
  description: null,
  labels: {},
  managedBy: null,
  responseCode: 200,
  responseBody: 'OK {{ request.body }}',
  responseHeaders: { 'content-type': 'text/plain' },
  expectation: null,
  otherAddresses: [],
  heartbeat: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const form = receiverFormOf(receiver)

const check = async (settings: ReceiverForm) => editedReceiver.check(editedReceiver.toInput(receiver, { settings }))
const isChanged = (settings: ReceiverForm) => hasChanged(editedReceiver, receiver, { settings })

describe("a receiver's form", () => {
  it('[AP-43] sends what it shows', async () => {
    expect(await check(form)).toEqual({})
    expect(toReceiverInput(form)).toEqual({
      name: 'Deployments',
      responseCode: 200,
      responseBody: 'OK {{ request.body }}',
      responseHeaders: { 'content-type': 'text/plain' },
      expectation: null,
      otherAddresses: [],
    })
  })

  it.each([
    ['an empty name', { name: '  ' }, 'name', 'Enter a name.'],
    ['no status code', { responseCode: '' }, 'responseCode', 'Enter a status code from 200 to 599.'],
    ['half a code', { responseCode: 200.5 }, 'responseCode', 'Enter a status code from 200 to 599.'],
    ['a code below', { responseCode: 199 }, 'responseCode', 'Enter a status code from 200 to 599.'],
    ['a code above', { responseCode: 600 }, 'responseCode', 'Enter a status code from 200 to 599.'],
    ['no content type', { contentType: '' }, 'contentType', 'Enter a content type, such as application/json.'],
    [
      'another header in the content type',
      { contentType: 'text/plain\r\nset-cookie: a=b' },
      'contentType',
      'Enter a content type, such as application/json.',
    ],
  ])('is rejected with %s, beside the field', async (_what, change, field, message) => {
    expect(await check({ ...form, ...change })).toEqual({ [field]: message })
  })

  it('is previewed with its valid fields', () => {
    expect(typedReceiverOf(form)).toEqual({
      name: 'Deployments',
      responseCode: 200,
      responseBody: 'OK {{ request.body }}',
    })
    expect(typedReceiverOf({ ...form, name: ' ', responseCode: '', responseBody: '' })).toEqual({ responseBody: '' })
  })

  it('keeps what was stored of each field of the expected calls that is not edited', () => {
    const hours: ActiveHours = { days: [5, 1], from: '09:00', until: '17:00' }
    const kept: Expectation[] = [
      { ...defaultExpectation, mode: 'CRON', expression: '0 3 * * *' },
      { ...defaultExpectation, mode: 'LEARNED' },
      { ...defaultExpectation, activeHours: hours },
      { ...defaultExpectation, timezone: 'Asia/Tokyo', expression: '0 3 * * *' },
      { ...defaultExpectation, mode: 'CRON', expression: '0 3 * * *', timezone: 'Mars/Olympus' },
    ]
    for (const expectation of kept) {
      const stored = { ...receiver, expectation }
      const settings = receiverFormOf(stored)
      if (expectation.timezone !== null) expect(settings.timezone).toBe(expectation.timezone)
      else if (expectation.mode !== 'EVERY' || expectation.activeHours !== null) expect(settings.timezone).toBe('UTC')
      expect(editedReceiver.toInput(stored, { settings: { ...settings, name: 'New' } })).toMatchObject({ expectation })
      expect(editedReceiver.toInput(stored, { settings: { ...settings, graceSeconds: 7 } })).toMatchObject({
        expectation: { ...expectation, graceSeconds: 7 },
      })
    }
  })

  it('takes the zone of the browser where a zone is needed first', () => {
    const settings = expectationFormOf(defaultExpectation, 'Europe/Paris')
    for (const change of [
      { hasActiveHours: true },
      { expectationMode: 'LEARNED' as const },
      { expectationMode: 'CRON' as const, cronExpression: '0 3 * * *' },
    ])
      expect(toExpectation({ ...settings, ...change })).toMatchObject({ timezone: 'Europe/Paris' })
  })

  it('is dirty once a field differs from what is saved', () => {
    expect(isChanged(form)).toBe(false)
    expect(isChanged({ ...form, responseCode: '' })).toBe(true)
    expect(isChanged({ ...form, responseBody: '' })).toBe(true)
  })
})
