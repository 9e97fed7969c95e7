import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { shortExecutionPath } from '@knockwire/domain/executions/execution-path'
import { shortReceiverPath } from '@knockwire/domain/receivers/short-path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('the dashboard’s pages', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const html = { accept: 'text/html' }

  it.each(['/signin?returnUrl=%2Fdashboard', '/signup', '/forgot', '/logout'])(
    'before it are a document of their own at %s',
    async (url) => {
      const answer = await test.inject({ url, headers: html })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Test visitor page</title>')
    },
  )

  it.each(['cross-site', 'same-site'])(
    'signing out is asked about where a link on a %s page led to it',
    async (site) => {
      const headers = { ...html, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }
      const led = await test.inject({ url: '/logout', headers })
      expect([led.statusCode, led.headers.location]).toEqual([302, '/logout?ask'])
      expect((await test.inject({ url: '/logout?x=1', headers })).headers.location).toBe('/logout?ask')
      expect((await test.inject({ url: '/logout?ask', headers })).statusCode).toBe(200)
    },
  )

  it.each(['same-origin', 'none'])('signing out is begun at once where the link is %s', async (site) => {
    const answer = await test.inject({ url: '/logout', headers: { ...html, 'sec-fetch-site': site } })
    expect(answer.statusCode).toBe(200)
  })

  it.each(['/rates', '/rates/daily', '/en/rates?x=1', '/dashboard/rates'])(
    '[SH-14, SH-31, SH-32, MR-01] a visitor gets the rates page at %s, whose path contains /rates',
    async (url) => {
      const answer = await test.inject({ url, headers: html })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Test rates page</title>')
    },
  )

  it('an address whose query alone contains /rates is not the rates page', async () => {
    expect((await test.inject({ url: '/signin?returnUrl=/rates', headers: html })).body).toContain('Test visitor page')
    expect((await test.inject({ url: '/nothing?from=/rates', headers: html })).statusCode).toBe(404)
  })

  it('[SH-02] are served below /dashboard to everyone who has a session', async () => {
    for (const url of ['/dashboard', '/dashboard/', '/dashboard/tasks/x/executions/y?page=2']) {
      const answer = await ada.inject({ url, headers: html })
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.body).toContain('<title>Test page</title>')
    }
  })

  it('name the files that their script will load, so that these are loaded beside the document', async () => {
    const linkOf = async (url: string) => (await ada.inject({ url, headers: html })).headers.link
    const list = '</assets/list-1a2b.js>; rel=modulepreload; crossorigin'
    expect(await linkOf('/dashboard/tasks')).toBe(list)
    expect(await linkOf('/dashboard/tasks/?page=2')).toBe(list)
    expect(await linkOf('/dashboard/tasks/x/executions')).toBe(
      '</assets/detail-3c4d.js>; rel=modulepreload; crossorigin, </assets/history-5e6f.js>; rel=modulepreload; crossorigin',
    )
    expect(await linkOf('/dashboard/support')).toBeUndefined()
    expect((await test.inject({ url: '/dashboard/tasks', headers: html })).headers.link).toBeUndefined()
    expect((await ada.inject({ url: '/.preload-files.json' })).statusCode).toBe(404)
  })

  it('name the files of a build that was made while the server runs', async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'knockwire-web-'))
    const rebuilt = await createTestApp({ sharing: test, settings: { webRoot } })
    try {
      const user = await rebuilt.signUp('Grace')
      const linkOf = async () => (await user.inject({ url: '/dashboard/tasks', headers: html })).headers.link
      await writeFile(join(webRoot, 'index.html'), 'A page')
      expect(await linkOf()).toBeUndefined()
      for (const name of ['list-first.js', 'list-second.js']) {
        await writeFile(
          join(webRoot, '.preload-files.json'),
          JSON.stringify({ '/dashboard/tasks': [`/assets/${name}`] }),
        )
        expect(await linkOf()).toBe(`</assets/${name}>; rel=modulepreload; crossorigin`)
      }
    } finally {
      await rebuilt.close()
      await rm(webRoot, { recursive: true })
    }
  })

  it.each(['/dashboard', '/dashboard/account', '/signin', '/rates', '/dashboard/rates', '/en/rates'])(
    'allow the script that the build wrote into the document at %s by its hash, and no other',
    async (url) => {
      const { headers, body } = await ada.inject({ url, headers: html })
      const [, script = ''] = /<script>([^]*?)<\/script>/.exec(body) ?? []
      expect(script).toContain('dataset.test')
      expect(headers['content-security-policy']).toContain(`;script-src 'self' ${hashOf(script)};`)
    },
  )

  it('are not served by the names of their files, without that policy', async () => {
    for (const url of ['/index.html', '/visitor.html', '/visitor.html?x=1', '/INDEX.html'])
      expect([url, (await ada.inject({ url, headers: html })).statusCode]).toEqual([url, 404])
    const rates = await ada.inject({ url: '/rates.html', headers: html })
    expect(rates.body).toContain('Test rates page')
    expect(rates.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  })

  it('allow the script of a document that is built again while the server runs', async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'knockwire-web-'))
    const rebuilt = await createTestApp({ sharing: test, settings: { webRoot } })
    try {
      const policyOf = async () =>
        (await rebuilt.inject({ url: '/signin', headers: html })).headers['content-security-policy']
      const file = join(webRoot, 'visitor.html')
      expect((await rebuilt.inject({ url: '/signin', headers: html })).statusCode).toBe(503)
      // The last one within the same tick of the file system's clock.
      for (const [script, seconds] of [
        ['first()', 1],
        ['second()', 2],
        ['the third()', 2],
      ] as const) {
        await writeFile(file, `<script>${script}</script>`)
        await utimes(file, seconds, seconds)
        expect(await policyOf()).toContain(hashOf(script))
      }
    } finally {
      await rebuilt.close()
      await rm(webRoot, { recursive: true })
    }
  })

  it('[TN-58] are reached by the short link of a text message, also by a visitor after signing in', async () => {
    const [taskId, executionId] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002']
    const path = `/dashboard/tasks/${taskId}/executions/${executionId}`
    const answer = await test.inject({ url: shortExecutionPath(taskId, executionId), headers: html })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, path])
    const visitor = await test.inject({ url: path, headers: html })
    expect(visitor.headers.location).toBe(`/signin?returnUrl=${encodeURIComponent(path)}`)
    for (const url of ['/e/', '/e/evil.example', `/e/${'z'.repeat(44)}`])
      expect([url, (await test.inject({ url, headers: html })).statusCode]).toEqual([url, 404])
  })

  it('are reached by the short links of a receiver’s text messages', async () => {
    const [receiverId, requestId] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002']
    const locationOf = async (url: string) => (await test.inject({ url, headers: html })).headers.location
    const page = `/dashboard/receivers/${receiverId}`
    expect(await locationOf(shortReceiverPath(receiverId, null))).toBe(page)
    expect(await locationOf(shortReceiverPath(receiverId, requestId))).toBe(`${page}/executions/${requestId}`)
    for (const url of ['/q/', '/q/evil.example', `/q/${'z'.repeat(22)}`])
      expect([url, (await test.inject({ url, headers: html })).statusCode]).toEqual([url, 404])
  })

  it('[SH-18] send a visitor to sign in, with the path and query to come back to', async () => {
    const answer = await test.inject({ url: '/dashboard/tasks?page=2&search=a%20b', headers: html })
    expect(answer.statusCode).toBe(302)
    const location = new URL(String(answer.headers.location), 'http://127.0.0.1')
    expect(location.pathname).toBe('/signin')
    expect(location.searchParams.get('returnUrl')).toBe('/dashboard/tasks?page=2&search=a%20b')
    expect(answer.headers.location).toBe('/signin?returnUrl=%2Fdashboard%2Ftasks%3Fpage%3D2%26search%3Da%2520b')
  })

  it('never send a visitor to another site, whatever path is requested', async () => {
    const pieces = [
      '/',
      '//',
      '\\',
      '/.',
      '/..',
      '%2f',
      '%5c',
      '%09',
      '@',
      'evil.example',
      '/dashboard',
      '/rates',
      '/assets',
    ]
    const paths = pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => a + b + c)))
    const { publicOrigin } = test.context.settings
    const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }))
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    /** As it stands: other clients tidy a path up before they send it. */
    const locationOf = async (path: string) => {
      const request = get({ host: '127.0.0.1', port, path, agent, headers: html })
      const [response]: IncomingMessage[] = await once(request, 'response')
      response?.resume()
      return response?.headers.location
    }
    const strays: string[] = []
    for (const path of paths.filter((one) => one.startsWith('/'))) {
      const location = await locationOf(path)
      if (location !== undefined && new URL(location, publicOrigin).origin !== publicOrigin) strays.push(path)
    }
    agent.destroy()
    expect(strays).toEqual([])
  })

  it('let files whose name is their content be kept for ever, and nothing outside be reached', async () => {
    const answer = await test.inject({ url: '/assets/index-4f2a.css' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(answer.headers['content-type']).toContain('text/css')
    for (const url of [
      '/assets/../../test-app.ts',
      '/..%2f..%2ftest-app.ts',
      '/assets/%2e%2e/%2e%2e/test-app.ts',
      '/.env',
    ]) {
      expect([url, (await test.inject({ url })).statusCode]).toEqual([url, 404])
    }
  })

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('serve files as the build compressed them, where a browser takes %s', async (accepted, encoding, decompress) => {
    const url = '/assets/index-4f2a.css'
    const plain = await test.inject({ url, headers: { 'accept-encoding': 'identity' } })
    const answer = await test.inject({ url, headers: { 'accept-encoding': accepted } })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': plain.headers['content-type'],
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(decompress(answer.rawPayload).toString()).toBe(plain.body)
  })

  it('serve no source maps, and no compressed file by its own name', async () => {
    for (const url of [
      '/assets/index-4f2a.css.br',
      '/assets/index-4f2a.css.gz',
      '/assets/index-4f2a.js.map',
      '/assets/index-4f2a.js%2emap',
      '/assets/index-4f2a.js.map?x=.css',
    ]) {
      expect([url, (await test.inject({ url })).statusCode]).toEqual([url, 404])
    }
  })

  it('answer an unknown address with a page to a person, and an error to a program', async () => {
    const page = await test.inject({ url: '/nothing', headers: html })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const error = await test.inject({ url: '/assets/missing.js' })
    expect([error.statusCode, error.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND'])
    expect((await test.inject({ method: 'DELETE', url: '/rates' })).statusCode).toBe(404)
  })

  it('show a message where they are not built', async () => {
    const bare = await createTestApp({ sharing: test, settings: { webRoot: '/nonexistent' } })
    try {
      const answer = await bare.inject({ url: '/signin', headers: html })
      expect(answer.statusCode).toBe(503)
      expect(answer.body).toContain('has not been built yet')
    } finally {
      await bare.close()
    }
  })
})
