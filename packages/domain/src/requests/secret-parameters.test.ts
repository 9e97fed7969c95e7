import { expect, it } from 'vitest'
import { isSecretParameter, maskAddresses, maskParameters } from './secret-parameters.ts'

it.each([
  'token',
  'access_token',
  'API_KEY',
  'apikey',
  'key',
  'sig',
  'X-Amz-Signature',
  'client%5Fsecret',
  'password',
  'sid',
])('%s is likely a secret', (name) => expect(isSecretParameter(name)).toBe(true))

it.each(['page', 'q', 'monkey', 'author', 'design', 'country', 'passenger', 'code', '%E0%A4%A'])('%s is none', (name) =>
  expect(isSecretParameter(name)).toBe(false),
)

it.each([
  ['https://tea.example/?page=2&token=abc&x#top', 'https://tea.example/?page=2&token=********&x#top'],
  ['/orders?key=a=b&key=&token', '/orders?key=********&key=********&token'],
  ['https://tea.example/token=abc', 'https://tea.example/token=abc'],
  ['', ''],
])('of %s the values of secret parameters are masked, and nothing else', (uri, shown) =>
  expect(maskParameters(uri, isSecretParameter)).toBe(shown),
)

it('in a view, URLs are masked wherever they stand, and bodies and other texts are left', () => {
  const secret = 'https://tea.example/?token=abc'
  const shown = 'https://tea.example/?token=********'
  const view = {
    request: { target: { uri: secret, body: secret, headers: [['x', secret]] } },
    results: [{ recipient: secret, name: secret, total: 1, finalUri: null }],
  }
  expect(maskAddresses(view)).toEqual({
    request: { target: { uri: shown, body: secret, headers: [['x', secret]] } },
    results: [{ recipient: shown, name: secret, total: 1, finalUri: null }],
  })
})

it('in a view, values that are not asked for stay', () => {
  const view = { requests: [{ uri: '/?token=abc&key=${secret:KEY}' }] }
  expect(maskAddresses(view, (name, value) => isSecretParameter(name) && value === 'abc')).toEqual({
    requests: [{ uri: '/?token=********&key=${secret:KEY}' }],
  })
})
