import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { describe, expect, it } from 'vitest'
import { checkReceiverForm } from './check-receiver-form.ts'
import { clearErrors, hasChanged, receiverFormOf, typedReceiverOf } from './receiver-form.ts'

const receiver: ReceiverView = {
  id: '019a0000-0000-7000-8000-000000000001',
  version: 1,
  name: 'Deployments',
  url: 'https://in.example/r/token',
  status: 'DISABLED',
  isDraft: false,
  responseCode: 200,
  responseBody: 'OK {{ request.body }}',
  responseHeaders: { 'content-type': 'text/plain' },
  createdAt: '2026-01-01T00:00:00.000Z',
}
const form = receiverFormOf(receiver)

describe("a receiver's form", () => {
  it('[AP-43] sends what it shows', async () => {
    expect(await checkReceiverForm(form)).toEqual({
      name: 'Deployments',
      responseCode: 200,
      responseBody: 'OK {{ request.body }}',
      responseHeaders: { 'content-type': 'text/plain' },
    })
  })

  it.each([
    ['an empty name', { name: '  ' }, 'name', 'Please give the receiver a name.'],
    ['no status code', { responseCode: '' }, 'responseCode', 'Please use a code from 200 to 599.'],
    ['a code below', { responseCode: 199 }, 'responseCode', 'Please use a code from 200 to 599.'],
    ['a code above', { responseCode: 600 }, 'responseCode', 'Please use a code from 200 to 599.'],
    ['no content type', { contentType: '' }, 'contentType', 'Please give a content type, such as application/json.'],
    [
      'another header in the content type',
      { contentType: 'text/plain\r\nset-cookie: a=b' },
      'contentType',
      'Please give a content type, such as application/json.',
    ],
  ])('sends nothing with %s, and shows an error beside the field', async (_what, change, field, message) => {
    const rejected = { code: 'INVALID_FIELDS', errors: { [field]: message } }
    await expect(checkReceiverForm({ ...form, ...change })).rejects.toMatchObject(rejected)
  })

  it('[ER-02] clears the error of a field that is edited, and no other', () => {
    const errors = { name: 'a', responseBody: 'b' }
    expect(clearErrors(errors, { responseBody: 'new' })).toEqual({ name: 'a' })
  })

  it('is previewed with its valid fields', () => {
    expect(typedReceiverOf(form)).toEqual({
      name: 'Deployments',
      responseCode: 200,
      responseBody: 'OK {{ request.body }}',
    })
    expect(typedReceiverOf({ ...form, name: ' ', responseCode: '', responseBody: '' })).toEqual({ responseBody: '' })
  })

  it('is dirty once a field differs from what is saved', () => {
    expect(hasChanged(receiver, form)).toBe(false)
    expect(hasChanged(receiver, { ...form, responseCode: '' })).toBe(true)
    expect(hasChanged(receiver, { ...form, responseBody: '' })).toBe(true)
  })
})
