import { expect, it } from 'vitest'
import { RequestMethod, RequestTargetInput } from './request-target.ts'
import { defaultRequestTarget, isIdempotent, requestLimits, sendsBody } from './request-rules.ts'

const accepts = (fields: object) => RequestTargetInput.safeParse({ uri: 'https://shop.example/', ...fields }).success
const credentials = (fields: object) => ({ basicAuth: { status: 'ENABLED', ...fields } })
const headers = (count: number) => ({ headers: Array.from({ length: count }, () => ['A', 'b']) })

it('only POST, PUT and PATCH send a body, and only POST and PATCH are not repeated', () => {
  expect(RequestMethod.options.filter(sendsBody)).toEqual(['POST', 'PUT', 'PATCH'])
  expect(RequestMethod.options.filter((method) => !isIdempotent(method))).toEqual(['POST', 'PATCH'])
})

it('a request of which only the address is given is a GET without headers, body and credentials', () => {
  expect(RequestTargetInput.parse({ uri: 'http://' })).toEqual(defaultRequestTarget)
  expect(defaultRequestTarget).toEqual({
    uri: 'http://',
    method: 'GET',
    headers: [],
    body: null,
    basicAuth: { status: 'DISABLED', username: '' },
    followRedirect: true,
    allowInsecureCerts: false,
  })
  expect(RequestTargetInput.parse({ uri: '', basicAuth: { status: 'ENABLED' } }).basicAuth).toEqual({
    status: 'ENABLED',
    username: '',
  })
})

it.each<[string, good: object, bad: object]>([
  ['address', { uri: 'a'.repeat(requestLimits.uriLength) }, { uri: 'a'.repeat(requestLimits.uriLength + 1) }],
  ['body', { body: 'a'.repeat(requestLimits.bodyLength) }, { body: 'a'.repeat(requestLimits.bodyLength + 1) }],
  ['user name', credentials({ username: 'a'.repeat(256) }), credentials({ username: 'a'.repeat(257) })],
  ['password', credentials({ password: 'a'.repeat(1024) }), credentials({ password: 'a'.repeat(1025) })],
  ['list of headers', headers(requestLimits.headerCount), headers(requestLimits.headerCount + 1)],
])('the %s of a request is kept up to its limit, and not beyond it', (_, good, bad) => {
  expect([good, bad].map(accepts)).toEqual([true, false])
})
