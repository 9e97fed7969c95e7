import { expect, it } from 'vitest'
import { startStripePeer } from './stripe-peer.ts'

it('a call that Stripe’s own description does not allow, or that has no key, fails its caller', async () => {
  const peer = await startStripePeer()
  const post = (path: string, body: string, key?: string) =>
    fetch(`${peer.settings.apiOrigin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(key && { 'idempotency-key': key }) },
      body,
    })
  await post('/v1/customers', 'email=ada@example.com', 'valid')
  await post('/v1/customers', 'email=ada@example.com')
  await post('/v1/customers', 'email=ada@example.com&favourite=tea', 'unknown parameter')
  await post('/v1/subscriptions', 'items[0][price]=price_hobby', 'no customer')
  const error: unknown = await peer.close().catch((thrown: unknown) => thrown)
  expect(String(error).split('\n').slice(1)).toEqual([
    'POST /v1/customers: no idempotency key',
    expect.stringContaining('POST /v1/customers: 400 Unknown property: favourite'),
    expect.stringContaining('POST /v1/subscriptions: 400'),
  ])
})
