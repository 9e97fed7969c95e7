import { devOutbox } from '@knockwire/db/schema/outbox'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe('the development outbox', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
    const sent = (to: string, subject: string | null, body: string) => {
      test.clock.advance(1000)
      const createdAt = new Date(test.clock.now())
      const item = {
        id: uuidv7(test.clock.now()),
        channel: subject === null ? 'sms' : 'email',
        to,
        subject,
        body,
        createdAt,
      }
      return test.db.insert(devOutbox).values(item)
    }
    await sent('ada@example.com', 'First', 'one')
    await sent('+12025550123', null, 'two')
    await sent('ada@example.com', '<script>alert(1)</script>', `"it's" & <b>three</b>`)
  })
  afterAll(() => test.close())

  it('lists what would have been sent, newest first', async () => {
    const answer = await test.inject({ url: '/dev/outbox.json' })
    expect(answer.json<{ body: string }[]>().map(({ body }) => body)).toEqual([`"it's" & <b>three</b>`, 'two', 'one'])
    expect(answer.json<object[]>()[1]).toEqual({
      channel: 'sms',
      to: '+12025550123',
      subject: null,
      body: 'two',
      html: null,
      createdAt: new Date(test.clock.now() - 1000).toISOString(),
    })
  })

  it.each(['/dev/outbox', '/dev/outbox.json'])(
    'refuses at %s an address that no text column could hold',
    async (url) => {
      expect((await test.inject({ url: `${url}?to=%00` })).statusCode).toBe(400)
    },
  )

  it('lists what went to one address', async () => {
    const answer = await test.inject({ url: '/dev/outbox.json?to=Ada%40example.com' })
    expect(answer.json<{ body: string }[]>().map(({ body }) => body)).toEqual([`"it's" & <b>three</b>`, 'one'])
  })

  it('shows a page in which what was written is text', async () => {
    const { body, headers } = await test.inject({ url: '/dev/outbox' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(body).toContain('&quot;it&#39;s&quot; &amp; &lt;b&gt;three&lt;/b&gt;')
    expect(body.replace('<script src="/page.js"></script>', '')).not.toMatch(/<script|<b>/)
    expect(body).toMatch(/<time datetime="[\d-]+T[\d:.]+Z">\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M UTC<\/time>/)
  })

  it('shows the HTML of an email in a frame that runs nothing, and its text beside it', async () => {
    const mail = { id: uuidv7(), channel: 'EMAIL', to: 'html@example.com', subject: 'Framed', body: 'the text' }
    await test.db
      .insert(devOutbox)
      .values({ ...mail, html: '<p onclick="x">the "page"</p>', createdAt: new Date(test.clock.now()) })
    const { body } = await test.inject({ url: '/dev/outbox?to=html%40example.com' })
    expect(body).toContain('sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"')
    expect(body).toContain('srcdoc="&lt;p onclick=&quot;x&quot;&gt;the &quot;page&quot;&lt;/p&gt;"')
    expect(body).toContain('<pre>the text</pre>')
  })

  it('is not read by a foreign page whose name was made to lead here', async () => {
    const statusAs = async (host: string) =>
      (await test.inject({ url: '/dev/outbox.json', headers: { host } })).statusCode
    expect(await statusAs('rebound.example:3000')).toBe(421)
    expect(await Promise.all(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'].map(statusAs))).toEqual([200, 200, 200])
  })

  it.each(['/dev/outbox', '/dev/outbox.json'])(
    'answers at %s no connection but one of its own machine',
    async (url) => {
      const answer = await test.inject({ url, remoteAddress: '192.168.1.7' })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain('only on the machine that it runs on')
      expect((await test.inject({ url, remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(200)
    },
  )

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost:3000'],
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 Caddy'],
    ['x-real-ip', '127.0.0.1'],
  ])('is not read through a proxy on its own machine, which sends %s', async (name, value) => {
    for (const url of ['/dev/outbox', '/dev/outbox.json?to=ada%40example.com']) {
      const answer = await test.inject({ url, headers: { [name]: value } })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain('First')
    }
  })

  it('is not there outside embedded mode', async () => {
    const hosted = await createTestApp({ sharing: test, settings: { isEmbedded: false } })
    try {
      for (const url of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?to=ada%40example.com']) {
        expect((await hosted.inject({ url })).statusCode).toBe(404)
      }
    } finally {
      await hosted.close()
    }
  })
})
