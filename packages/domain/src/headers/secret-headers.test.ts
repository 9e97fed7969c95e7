import { expect, it } from 'vitest'
import { isSecretHeader, maskSecretHeaders } from './secret-headers.ts'

it.each([
  'Authorization',
  'X-Auth',
  'x_session',
  'X_ACCESS_KEY',
  'Proxy-Authorization',
  'X-Forwarded-Authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'X_API_KEY',
  'apikey',
  'X-Gitlab-Token',
  'X-Amz-Security-Token',
  'X-Client-Secret',
  'X-Auth-Key',
  'X-Session-Id',
])('%s is likely a secret', (name) => expect(isSecretHeader(name)).toBe(true))

it.each(['Content-Type', 'Accept', 'X-Hub-Signature-256', 'webhook-signature', 'X-Request-Id', 'ETag', 'Host'])(
  '%s is none',
  (name) => expect(isSecretHeader(name)).toBe(false),
)

it('the mask masks values and leaves names, order and the other values', () =>
  expect(
    maskSecretHeaders([
      ['Set-Cookie', 'a=1'],
      ['Server', 'x'],
      ['set-cookie', 'b=2'],
    ]),
  ).toEqual([
    ['Set-Cookie', '********'],
    ['Server', 'x'],
    ['set-cookie', '********'],
  ]))
