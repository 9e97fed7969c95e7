import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { mostPlainPasses, plainPassesIn } from '@knockwire/domain/testing/plain-passes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

describe('the site', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const html = { accept: 'text/html' }

  it.each([
    ['/', 'Test front page'],
    ['/docs', 'Test docs'],
    ['/docs/schedules', 'Test schedules'],
    ['/blog?page=1', 'Test blog'],
  ])('[SH-15, SH-16] a visitor gets the built page at %s', async (url, title) => {
    const answer = await test.inject({ url, headers: html })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain(`<title>${title}</title>`)
  })

  it('a page names this server’s own addresses', async () => {
    const { publicOrigin, receiverOrigin } = test.context.settings
    const { body } = await test.inject({ url: '/docs', headers: html })
    expect(body).toContain(`href="${publicOrigin}/docs"`)
    expect(body).toContain(`${receiverOrigin}/r/x`)
    expect((await test.inject({ url: '/robots.txt' })).body).toBe(`Sitemap: ${publicOrigin}/sitemap-index.xml\n`)
    const other = await createTestApp({ sharing: test, settings: { supportEmail: 'help@example.com' } })
    try {
      expect((await other.inject({ url: '/docs', headers: html })).body).toContain('help@example.com')
    } finally {
      await other.close()
    }
    const unnamed = await createTestApp({ sharing: test, settings: { supportEmail: null } })
    try {
      const page = (await unnamed.inject({ url: '/docs', headers: html })).body
      expect(page).not.toContain('support@knockwire.example')
      expect(page).toContain('the operator of this server')
    } finally {
      await unnamed.close()
    }
  })

  it('a page is marked for somebody who has a session, so that it can lead to the dashboard', async () => {
    const visitor = await test.inject({ url: '/', headers: html })
    const signedIn = await ada.inject({ url: '/', headers: html })
    expect(visitor.body).toContain('<html lang="en">')
    expect(signedIn.body).toContain('<html data-signed-in lang="en">')
    expect(signedIn.headers.etag).not.toBe(visitor.headers.etag)
    expect(String(signedIn.headers.vary)).toContain('cookie')
  })

  it('the policy allows the scripts that stand in the page and no other inline script', async () => {
    const { headers, body } = await test.inject({ url: '/docs', headers: html })
    const [, script = ''] = body.match(/<script>([^<]+)</) ?? []
    expect(script).toContain('window.theme = 1')
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const dashboard = await ada.inject({ url: '/dashboard', headers: html })
    expect(dashboard.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^ ']+';/)
    expect(dashboard.headers['content-security-policy']).not.toContain(hash)
  })

  it('a page comes compressed in one piece where the browser takes that', async () => {
    const plain = await test.inject({ url: '/docs', headers: html })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const ask = async (encodings: string) => {
      const { headers, rawPayload } = await test.inject({
        url: '/docs',
        headers: { ...html, 'accept-encoding': encodings },
      })
      expect(headers['content-length']).toBe(String(rawPayload.length))
      return [headers['content-encoding'], rawPayload] as const
    }
    const [brotli, gzip] = [await ask('gzip, deflate, br'), await ask('gzip, br;q=0')]
    expect([brotli[0], brotliDecompressSync(brotli[1]).toString()]).toEqual(['br', plain.body])
    expect([gzip[0], gunzipSync(gzip[1]).toString()]).toEqual(['gzip', plain.body])
  })

  it('a page that has not changed is not sent again', async () => {
    const first = await test.inject({ url: '/docs', headers: html })
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await test.inject({ url: '/docs', headers: { ...html, 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('a slash at the end leads to the page without it', async () => {
    for (const [url, location] of [
      ['/docs/', '/docs'],
      ['/docs/schedules/?q=1', '/docs/schedules?q=1'],
      ['/blog//', '/blog'],
    ] as const) {
      const answer = await test.inject({ url, headers: html })
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 301, location])
    }
  })

  it('an address without a page answers 404 with a page to a person, and an error to a program', async () => {
    for (const url of ['/docs/nothing', '/blog/nothing/', '/nothing', '/docs/../../settings.ts', '/docs/%2e%2e/x']) {
      const answer = await test.inject({ url, headers: html })
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.body).toContain('<title>Test not found</title>')
    }
    const error = await test.inject({ url: '/docs/nothing' })
    expect([error.statusCode, error.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND'])
  })

  it('files whose name is their content may be kept for ever', async () => {
    const script = await test.inject({ url: '/_astro/page.4f2a.js' })
    expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const index = await test.inject({ url: '/pagefind/pagefind-entry.json' })
    expect([index.statusCode, index.headers['cache-control']]).toEqual([200, 'public, max-age=0'])
    for (const url of ['/_astro/%2e%2e/404.html', '/_astro/..%2f404.html', '/pagefind/%2e%2e/%2e%2e/test-app.ts'])
      expect([url, (await test.inject({ url })).statusCode]).toEqual([url, 404])
  })

  it('the search’s files, which the build compressed, are sent as they are, and its worker may run WebAssembly', async () => {
    const answer = await test.inject({ url: '/pagefind/index.pf_meta', headers: { 'accept-encoding': 'gzip, br' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(gunzipSync(answer.rawPayload).length).toBe(2048)
    const worker = await test.inject({ url: '/pagefind/pagefind-worker.js' })
    expect(worker.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
  })

  it('an address of many slashes costs about as much as reading it a few times', async () => {
    const url = `/docs/${'/'.repeat(60_000)}x`
    const look = async () => expect((await test.inject({ url, headers: html })).statusCode).toBeGreaterThanOrEqual(400)
    expect(await plainPassesIn(url.length, look)).toBeLessThan(mostPlainPasses)
  })

  it('says so where it has not been built, and the dashboard works all the same', async () => {
    const bare = await createTestApp({ sharing: test, settings: { siteRoot: '/nonexistent' } })
    try {
      const answer = await bare.inject({ url: '/docs', headers: html })
      expect(answer.statusCode).toBe(503)
      expect(answer.body).toContain('has not been built yet')
      expect((await bare.inject({ url: '/signin', headers: html })).statusCode).toBe(200)
    } finally {
      await bare.close()
    }
  })
})
