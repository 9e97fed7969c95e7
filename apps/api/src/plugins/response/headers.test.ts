import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const directivesOf = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/, 2)),
  )

describe('headers', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  const everyKind = [
    '/dashboard',
    '/signin',
    '/pages.css',
    '/page.js',
    '/dev/outbox',
    '/api/v1/accounts/me',
    '/api/v1/nothing',
    '/healthz',
    '/%ff',
    '/api/v1/%ff',
  ]

  it.each(everyKind)('of %s allow no inline script but the build’s own, no framing and no guessing', async (url) => {
    const { headers } = await test.inject({ url })
    const policy = directivesOf(headers['content-security-policy'])
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': url === '/signin' ? expect.stringMatching(/^'self' 'sha256-[\w+/=]+'$/) : "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
    })
    expect(policy).not.toHaveProperty('upgrade-insecure-requests')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('let no other origin read an answer, whether it asks before or not', async () => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' }
    for (const url of ['/dashboard', '/api/v1/accounts/me', '/api/v1/openapi.json', '/api/v1/mortgage-rates'])
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await test.inject({ method, url, headers })
        const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
        expect([method, url, granted]).toEqual([method, url, []])
      }
  })

  it('keep what the API answers, and pages with an address in them, out of every cache', async () => {
    for (const url of ['/api/v1/accounts/me', '/api/v1/nothing', '/unsubscribe/x', '/unsubscribe/rates/x']) {
      expect([url, (await test.inject({ url })).headers['cache-control']]).toEqual([url, 'no-store'])
    }
  })

  it('ask for https for a year where the origin is https', async () => {
    const secure = await createTestApp({ sharing: test, settings: { publicOrigin: 'https://knockwire.example' } })
    try {
      const { headers } = await secure.inject({ url: '/' })
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(directivesOf(headers['content-security-policy'])).toHaveProperty('upgrade-insecure-requests')
    } finally {
      await secure.close()
    }
  })

  it('are repeated by no response to TRACE', async () => {
    for (const url of ['/', '/dashboard', '/api/v1/accounts/me']) {
      const { statusCode, body } = await test.inject({ method: 'TRACE', url, headers: { 'x-secret': 'of-the-tests' } })
      expect([url, statusCode >= 400, body.includes('of-the-tests')]).toEqual([url, true, false])
    }
  })

  it('name the character set of every text', async () => {
    for (const url of [
      '/signin',
      '/pages.css',
      '/page.js',
      '/api/v1/accounts/me',
      '/api/v1/openapi.json',
      '/healthz',
    ]) {
      const type = (await test.inject({ url })).headers['content-type']
      expect([url, type]).toEqual([url, expect.stringMatching(/charset=utf-8/i)])
    }
  })

  it('compress what is worth it, as the browser takes it', async () => {
    const ask = (encoding: string) =>
      test.inject({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': encoding } })
    const plain = await ask('identity')
    const brotli = await ask('gzip, deflate, br')
    const gzip = await ask('gzip')
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect((await test.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } })).headers).not.toHaveProperty(
      'content-encoding',
    )
  })
})
