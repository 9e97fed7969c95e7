import { describe, expect, it } from 'vitest'
import {
  answerHeaders,
  CreateReceiverQuery,
  ReceivedRequestRow,
  receivedRequestPath,
  receiverPageUrl,
  receiverUrl,
  SaveReceiverInput,
} from './receiver.ts'

const contentTypeOf = (type: string) =>
  SaveReceiverInput.shape.responseHeaders.safeParse({ 'content-type': type }).data?.['content-type']

describe("the content type of a receiver's answer", () => {
  it.each([
    'text/plain',
    'application/vnd.api+json',
    'text/html; charset=utf-8',
    'text/html ;  charset=utf-8;x=1',
    'text/html;charset="utf 8"',
    'text/html;charset=""',
    `a/${'b'.repeat(254)}`,
  ])('may be %s', (type) => {
    expect(contentTypeOf(` ${type} `)).toBe(type)
  })

  it.each([
    '',
    'text',
    'text/',
    '/plain',
    'a text/plain',
    'text/pl ain',
    'text/plain;',
    'text/plain; charset',
    'text/plain; charset=',
    'text/plain; =utf-8',
    'text/plain; charset="utf-8',
    'text/plain; charset="a"b"',
    'text/plain; charset=utf 8',
    'text/plain\nX-A: 1',
    'text/plain charset=utf-8',
    `a/${'b'.repeat(255)}`,
  ])('cannot be %j', (type) => {
    expect(contentTypeOf(type)).toBeUndefined()
  })
})

it('every answer of a receiver is sandboxed, of its own type, and kept by no cache', () => {
  expect(answerHeaders('text/html')).toEqual([
    ['Content-Type', 'text/html'],
    ['Content-Security-Policy', "sandbox; frame-ancestors 'none'"],
    ['X-Content-Type-Options', 'nosniff'],
    ['Cache-Control', 'no-store'],
  ])
})

it('a receiver is called at one address and shown at another', () => {
  expect(receiverUrl('https://in.example', 'abc')).toBe('https://in.example/r/abc')
  expect(receiverPageUrl('https://a.example', '7')).toBe('https://a.example/dashboard/receivers/7')
  expect(receivedRequestPath('7', '8')).toBe('/dashboard/receivers/7/executions/8')
})

it('a receiver is created complete unless it is a draft', () => {
  expect(CreateReceiverQuery.parse({})).toEqual({ draft: false })
  expect(CreateReceiverQuery.parse({ draft: 'true' })).toEqual({ draft: true })
})

it('a received request is read from an API of the version before, which does not say what it meant', () => {
  const row = ReceivedRequestRow.shape.signal.parse(undefined)
  expect(row).toBeNull()
})
