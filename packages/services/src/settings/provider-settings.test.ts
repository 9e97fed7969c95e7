import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { missingProviderVariables, providerVariables, smsSettingsOf } from './provider-settings.ts'
import { sharedVariables } from './shared-settings.ts'

const Environment = z.object({ ...providerVariables, TWILIO_AUTH_TOKEN: sharedVariables.TWILIO_AUTH_TOKEN })
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+16045550100' }
const read = (variables: Record<string, string>, isEmbedded = false) =>
  smsSettingsOf(Environment.parse(variables), isEmbedded)

describe('where texts go', () => {
  it('is Twilio where all of its variables are set, and another origin only where one is named', () => {
    const settings = { kind: 'twilio', accountSid: 'AC1', authToken: 'token', from: '+16045550100' }
    expect(read(twilio)).toEqual({ ...settings, apiOrigin: 'https://api.twilio.com' })
    expect(read(twilio, true)).toMatchObject({ kind: 'twilio' })
    expect(read({ ...twilio, TWILIO_API_ORIGIN: 'http://127.0.0.1:9/path' })).toMatchObject({
      apiOrigin: 'http://127.0.0.1:9',
    })
  })

  it.each(Object.keys(twilio))('is the outbox of embedded mode, or nowhere, without %s', (name) => {
    const others = Object.fromEntries(Object.entries(twilio).filter(([key]) => key !== name))
    expect(read(others)).toEqual({ kind: 'none' })
    expect(read(others, true)).toEqual({ kind: 'outbox' })
    expect(missingProviderVariables(Environment.parse(others))).toEqual([name])
  })

  it('is nowhere where nothing is set, of which nothing is missing', () => {
    expect(missingProviderVariables(Environment.parse({}))).toEqual([])
    expect(missingProviderVariables(Environment.parse(twilio))).toEqual([])
    expect(read({})).toEqual({ kind: 'none' })
  })
})

describe('the sender of texts', () => {
  const parse = (TWILIO_FROM: string) => Environment.safeParse({ TWILIO_FROM })

  it.each(['+12345', '+123456789012345', 'MGa', 'MG0123456789abcdef'])('may be %s', (from) => {
    expect(parse(from).success).toBe(true)
  })

  it.each([
    '',
    '+1234',
    '+1234567890123456',
    '16045550100',
    '+1604555010x',
    'x+16045550100',
    'MG',
    'xMGa',
    'MG-a',
    'mga',
  ])('may not be "%s"', (from) => {
    expect(parse(from).error?.issues[0]?.message).toBe(
      'it is neither a number such as +16045550100 nor the id of a messaging service',
    )
  })
})

it.each([
  ['TWILIO_ACCOUNT_SID', ''],
  ['TWILIO_AUTH_TOKEN', ''],
  ['TWILIO_API_ORIGIN', 'ftp://api.twilio.com'],
  ['TWILIO_API_ORIGIN', 'ahttp://api.twilio.com'],
  ['TWILIO_API_ORIGIN', 'httpx://api.twilio.com'],
  ['TWILIO_API_ORIGIN', 'api.twilio.com'],
])('%s may not be "%s"', (name, value) => {
  expect(Environment.safeParse({ [name]: value }).success).toBe(false)
})
