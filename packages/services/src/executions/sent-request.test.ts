import type { SentRequest } from '@knockwire/db/stored-json'
import { describe, expect, it } from 'vitest'
import { requestOfExecution, toStoredForm } from './sent-request.ts'

const sentBy = (executionId: string, changes: Partial<SentRequest> = {}): SentRequest => ({
  uri: 'https://example.com/',
  method: 'POST',
  headers: [
    ['Accept', '*/*'],
    ['Knockwire-Execution-Id', executionId],
  ],
  body: 'x'.repeat(2_000),
  ...changes,
})

/** Null where it is too short to be shared. */
const sharedForm = (sent: SentRequest, executionId: string) => {
  const form = toStoredForm(sent, executionId)
  return form.kind === 'shared' ? form : null
}

describe('a request that executions share', () => {
  it('is the same whatever the id of the execution, and comes back with that', () => {
    const [one, other] = ['1', '2'].map((id) => sharedForm(sentBy(id), id))
    expect(one?.hash).toMatch(/^[0-9a-f]{32}$/)
    expect(other?.hash).toBe(one?.hash)
    expect(other?.toJson()).toBe(one?.toJson())
    expect(requestOfExecution(JSON.parse(one?.toJson() ?? ''), '2')).toEqual(sentBy('2'))
  })

  it.each<[string, Partial<SentRequest>]>([
    ['body', { body: 'y'.repeat(2_000) }],
    ['address', { uri: 'https://example.com/other' }],
    ['method', { method: 'PUT' }],
    ['header', { headers: [['Accept', 'text/html']] }],
  ])('is another with another %s', (_name, changes) => {
    expect(sharedForm(sentBy('1', changes), '1')?.hash).not.toBe(sharedForm(sentBy('1'), '1')?.hash)
  })

  it('is one whose JSON is 1,024 characters or more, with its body', () => {
    const lengthOf = (changes: Partial<SentRequest>) => JSON.stringify(sentBy('1', { ...changes, headers: [] })).length
    const isShared = (changes: Partial<SentRequest>) =>
      sharedForm(sentBy('1', { ...changes, headers: [] }), '1') !== null
    const body = 'x'.repeat(1_024 - lengthOf({ body: '' }))
    expect([isShared({ body }), isShared({ body: body.slice(1) })]).toEqual([true, false])
    const uri = `https://example.com/${'x'.repeat(1_024 - lengthOf({ uri: 'https://example.com/', body: null }))}`
    expect([isShared({ uri, body: null }), isShared({ uri: uri.slice(0, -1), body: null })]).toEqual([true, false])
  })

  it('is another with an empty body than with none', () => {
    const uri = `https://example.com/${'x'.repeat(2_000)}`
    const [empty, none] = ['', null].map((body) => sharedForm(sentBy('1', { uri, body }), '1')?.hash)
    expect(empty).not.toBe(none)
  })
})

it('a short request is stored as it is', () => {
  const sent = sentBy('1', { body: 'short' })
  expect(toStoredForm(sent, '1')).toEqual({ kind: 'own', json: JSON.stringify(sent) })
})
