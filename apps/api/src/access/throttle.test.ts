import { afterEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { clientNetwork } from './client/client-network.ts'

const minuteMs = 60_000

describe('throttling', () => {
  const apps: TestApp[] = []
  const start = async (...options: Parameters<typeof createTestApp>) => {
    const test = await createTestApp(...options)
    apps.unshift(test)
    return test
  }
  afterEach(async () => {
    for (const test of apps.splice(0)) await test.close()
  })

  const signIn = (test: TestApp, email: string, password: string, remoteAddress = '203.0.113.7') =>
    test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: { email, password }, remoteAddress })

  it('lets ten wrong passwords an account and network through, exactly, whichever processes they come by', async () => {
    const first = await start()
    const second = await start({ sharing: first })
    const attempts = Array.from({ length: 30 }, (_, n) =>
      signIn(n % 2 === 0 ? first : second, 'victim@example.com', 'a guess'),
    )
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('wrong passwords from other networks never lock an owner out', async () => {
    const test = await start()
    const ada = await test.signUp('Ada')
    const guesses = Array.from({ length: 40 }, (_, n) => signIn(test, ada.email, 'a guess', `198.51.100.${n}`))
    for (const { statusCode } of await Promise.all(guesses)) expect(statusCode).toBe(401)
    for (let n = 0; n < 20; n++) await signIn(test, ada.email, 'a guess', '198.51.100.0')
    expect((await signIn(test, ada.email, ada.password)).statusCode).toBe(200)
  })

  describe('a browser that signed in to the account before', () => {
    const browserOf = (answer: Awaited<ReturnType<typeof signIn>>) => {
      const cookie = answer.cookies.find(({ name }) => name === 'knockwire-browser')
      if (cookie === undefined) throw new Error('The browser got no cookie to be known by.')
      return cookie
    }
    const signInBy = (test: TestApp, browser: string, email: string, password: string) =>
      test.inject({
        method: 'POST',
        url: '/api/v1/auth/sign-in',
        payload: { email, password },
        headers: { cookie: `knockwire-browser=${browser}` },
        remoteAddress: '203.0.113.7',
      })
    /** Uses up what the network may try on the account, and on all accounts. */
    const exhaustNetwork = async (test: TestApp, email: string) => {
      for (let n = 0; n < 11; n++) await signIn(test, email, 'a guess')
      for (let n = 0; n < 45; n++) await signIn(test, `victim${n}@example.com`, 'a guess')
    }

    it('gets in although its whole network has no attempts left', async () => {
      const test = await start()
      const ada = await test.signUp('Ada')
      const { value } = browserOf(await signIn(test, ada.email, ada.password))
      await exhaustNetwork(test, ada.email)
      expect((await signIn(test, ada.email, ada.password)).statusCode).toBe(429)
      expect((await signInBy(test, value, ada.email, ada.password)).statusCode).toBe(200)
    })

    it('has ten attempts of its own', async () => {
      const test = await start()
      const ada = await test.signUp('Ada')
      const { value } = browserOf(await signIn(test, ada.email, ada.password))
      const statuses: number[] = []
      for (let n = 0; n < 11; n++) statuses.push((await signInBy(test, value, ada.email, 'a guess')).statusCode)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    })

    it('is not known for another account, nor by a cookie that was made up or changed', async () => {
      const test = await start()
      const [ada, mallory] = [await test.signUp('Ada'), await test.signUp('Mallory')]
      const { value } = browserOf(await signIn(test, mallory.email, mallory.password))
      for (let n = 0; n < 11; n++) await signIn(test, ada.email, 'a guess')
      for (const forged of [
        value,
        `x${value}`,
        `${value}x`,
        'made-up.signature',
        '.',
        '%C3%A9.%C3%A9',
        'x'.repeat(3000),
      ]) {
        const answer = await signInBy(test, forged, ada.email, ada.password)
        expect([forged, answer.statusCode]).toEqual([forged, 429])
      }
    })

    it('stays known for 400 days, by a cookie that no script reads and that holds no address', async () => {
      const test = await start({ settings: { publicOrigin: 'https://knockwire.example' } })
      const ada = await test.signUp('Ada')
      const payload = { email: ada.email, password: ada.password }
      const answer = await test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload })
      const cookie = answer.cookies.find(({ name }) => name === '__Host-knockwire-browser')
      expect(cookie).toMatchObject({ maxAge: 400 * 86_400, httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
      expect(Buffer.from(cookie?.value ?? '', 'base64url').toString()).not.toContain('ada')
    })
  })

  it('says when to try again, and then lets the right password in', async () => {
    const test = await start()
    const ada = await test.signUp('Ada')
    for (let n = 0; n < 10; n++) await signIn(test, ada.email, 'a guess')
    const rejected = await signIn(test, ada.email, ada.password)
    expect(rejected.statusCode).toBe(429)
    expect(rejected.json()).toMatchObject({ code: 'RATE_LIMITED' })
    const waitSeconds = Number(rejected.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60)
    test.clock.advance(waitSeconds * 1000)
    expect((await signIn(test, ada.email, ada.password)).statusCode).toBe(200)
  })

  it('counts failures only: somebody who knows the password may sign in as often as they like', async () => {
    const test = await start()
    const ada = await test.signUp('Ada')
    for (let n = 0; n < 15; n++) expect((await signIn(test, ada.email, ada.password)).statusCode).toBe(200)
  })

  it('stops a network that tries one password on many accounts', async () => {
    const test = await start()
    const statusOf = async (n: number, address: string) =>
      (await signIn(test, `victim${n}@example.com`, 'Summer of 2025', address)).statusCode
    for (let n = 0; n < 50; n++) expect(await statusOf(n, '203.0.113.9')).toBe(401)
    expect(await statusOf(51, '203.0.113.9')).toBe(429)
    expect(await statusOf(52, '203.0.113.10')).toBe(401)
  })

  it('takes a client’s word for its address only where the operator trusts the proxy', async () => {
    const first = await start()
    const behindProxy = await start({ sharing: first, settings: { trustProxy: 1 } })
    const networksAfter = async (test: TestApp) => {
      await first.pool.query('delete from rate_windows')
      const payload = { email: 'victim@example.com', password: 'a guess' }
      const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.77' }
      await test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload, headers, remoteAddress: '203.0.113.7' })
      const { rows } = await first.pool.query<{ key: string }>(`select key from rate_windows where key ~ 'network'`)
      return rows.map(({ key }) => key)
    }
    expect(await networksAfter(first)).toEqual(['sign-in:network:203.0.113.7'])
    expect(await networksAfter(behindProxy)).toEqual(['sign-in:network:198.51.100.77'])
  })

  it('limits sign-ups of one network to what the operator allows an hour', async () => {
    const test = await start({ settings: { signUpsPerHour: 2 } })
    const statusOf = async (n: number) => {
      const payload = { email: `n${n}@example.com`, password: 'nanoseconds of wire', firstName: 'N', lastName: '' }
      return (await test.inject({ method: 'POST', url: '/api/v1/auth/sign-up', payload })).statusCode
    }
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([201, 201, 429])
    test.clock.advance(60 * minuteMs)
    expect(await statusOf(3)).toBe(201)
  })
})

describe('the network that an attempt is counted by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })
})
