import { textsTooSlowFor } from '@knockwire/domain/testing/slow-texts'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressReader } from '../access/client/client-address.ts'
import { clientNetwork } from '../access/client/client-network.ts'
import { preferredEncoding } from '../features/site/compressed-body.ts'
import { stripSessionCookie } from '../ingress/http/own-cookie.ts'
import { framingOf, tokenOf } from '../ingress/http/request-target.ts'
import { namesTwoHosts } from '../server/ambiguous-requests.ts'
import { versionSent } from '../plugins/request/if-match.ts'
import { bearerToken } from '../plugins/origin/own-origin.ts'
import { routableUrl } from '../plugins/request/readable-address.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const addressOf = createAddressReader(['10.0.0.0/8'])
const socket = { remoteAddress: '10.0.0.1' } as Socket

const readers: [name: string, read: (text: string) => unknown][] = [
  [
    'an address',
    (text) => [routableUrl({ url: text }), routableUrl({ url: `/${text}` }), tokenOf(text), tokenOf(`/r/${text}`)],
  ],
  ['who sent it', (text) => addressOf({ socket, headers: { 'x-forwarded-for': `${text}, 10.0.0.2` } })],
  ['proxies that are trusted', () => addressOf({ socket, headers: { 'x-forwarded-for': '10.0.0.2,'.repeat(7_000) } })],
  ['a network', clientNetwork],
  ['a token', (text) => [bearerToken({ authorization: text }), bearerToken({ authorization: `Bearer ${text}` })]],
  ['a version', (text) => versionSent({ 'if-match': text })],
  ['encodings', (text) => [preferredEncoding(text), preferredEncoding(`gzip;q=0${text}`)]],
  ['cookies of a sender', (text) => stripSessionCookie(['Cookie', text, 'cookie', `kw_session=a; ${text}`])],
  ['headers of a sender', (text) => [namesTwoHosts([text, text]), framingOf(['content-length', text])]],
]

describe('64 KB of any text that makes expressions slow cost about as much as reading them a few times:', () => {
  it.each(readers)('%s', async (_, read) => expect(await textsTooSlowFor(read)).toEqual([]))

  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  const names = [
    'host',
    'accept',
    'accept-encoding',
    'authorization',
    'content-type',
    'cookie',
    'if-none-match',
    'origin',
    'range',
  ]

  it.each(names)('the header %s of a request for a page and of a call', async (name) => {
    // Characters that no header can have would end in a rejection of the parser.
    const read = async (text: string) => {
      const headers = { [name]: text.replaceAll(/[^\t -~]/g, 'a') }
      await test.inject({ url: '/docs', headers })
      await test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', headers, payload: '{}' })
    }
    expect(await textsTooSlowFor(read)).toEqual([])
  })
})
