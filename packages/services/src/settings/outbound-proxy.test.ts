import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { trusted } from '@knockwire/outbound/testing/certificates'
import { type ConnectProxy, startConnectProxy } from '@knockwire/outbound/testing/connect-proxy'
import { startHttps, type Target } from '@knockwire/outbound/testing/servers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Billing, openBilling } from '../billing/billing.ts'
import { createTwilioClient } from '../channels/sms/twilio-client.ts'
import { createSlackClient } from '../channels/slack/slack-client.ts'
import { callProvidersThrough, outboundProxyOf, providerAgent, proxyVariables } from './outbound-proxy.ts'
import { z } from 'zod'

/** As no name server knows it, it is reached through the proxy or not at all. */
const origin = 'https://target.test'
const authorities = getCACertificates('default')
let provider: Target
let proxy: ConnectProxy
let restore: () => void

beforeEach(async () => {
  setDefaultCACertificates([...authorities, trusted.cert])
  provider = await startHttps(trusted, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"id":"cus_1","sid":"SM1"}'),
  )
  proxy = await startConnectProxy(provider.port)
  restore = callProvidersThrough({ url: proxy.url, noProxy: '' })
})
afterEach(async () => {
  restore()
  setDefaultCACertificates(authorities)
  await proxy.close()
  await provider.close()
})

it('what calls providers by fetch goes through the proxy, such as sign-in providers and Slack', async () => {
  expect(await (await fetch(`${origin}/`)).json()).toMatchObject({ ok: true })
  await createSlackClient(`${origin}/api/`, 5_000, Date.now).postAsBot('xoxb-1', 'C1', 'Down')
  expect(new Set(proxy.targets)).toEqual(new Set(['target.test:443']))
})

it('texts are sent through the proxy', async () => {
  const settings = {
    kind: 'twilio',
    accountSid: 'AC1',
    authToken: 'token',
    from: '+15005550006',
    apiOrigin: origin,
  } as const
  const client = createTwilioClient(settings, { statusUrl: `${origin}/status`, timeoutMs: 5_000, now: Date.now })
  const outcome = await client.send({ deliveryId: 'delivery-1', to: '+16045550199', body: 'Down' })
  expect(outcome).toStrictEqual({ kind: 'delivered', providerMessageId: 'SM1' })
  expect(proxy.targets).toEqual(['target.test:443'])
})

it('Stripe is called through the proxy', async () => {
  const parts = { settings: { secretKey: 'sk_1', apiOrigin: origin }, log: pino({ level: 'silent' }) }
  const { stripe } = await openBilling(parts as Omit<Billing, 'stripe'>)
  expect((await stripe.customers.retrieve('cus_1')).id).toBe('cus_1')
  expect(proxy.targets).toEqual(['target.test:443'])
})

it('what is on loopback is called without the proxy, and everything is once the proxy is taken back', async () => {
  await fetch(`https://127.0.0.1:${provider.port}/`)
  restore()
  expect(providerAgent()).toBeUndefined()
  await expect(fetch(`${origin}/`)).rejects.toThrow('fetch failed')
  expect(proxy.targets).toEqual([])
})

it('the settings are a proxy with its exceptions, or none; another kind of proxy is refused', () => {
  expect(outboundProxyOf({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: '10.0.0.0/8' })).toEqual({
    url: 'http://proxy.example:3128',
    noProxy: '10.0.0.0/8',
  })
  expect(outboundProxyOf({ NO_PROXY: '10.0.0.0/8' })).toBeNull()
  const { error } = z.object(proxyVariables).safeParse({ HTTPS_PROXY: 'socks5://proxy.example' })
  expect(error?.issues[0]?.message).toMatch(/must be the address of a proxy/)
})
