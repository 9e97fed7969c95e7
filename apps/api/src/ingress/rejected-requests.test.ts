import { receivers, rejectedRequests } from '@knockwire/db/schema/receivers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exchangeRaw, statusesIn } from '../testing/calls/raw-http.ts'
import { createTestIngress, type TestIngress, type TestReceiver } from '../testing/test-ingress.ts'
import { writeRejections } from './rejections/write-rejections.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress({ rejectionFlushMs: 20 })
})
afterAll(() => ingress.close())

const call = async (receiver: { token: string }, init: RequestInit = {}, to = ingress) => {
  const response = await fetch(to.urlOf(receiver), init)
  await response.body?.cancel()
  return response.status
}

/** The stored counts by reason, over all minutes. */
const countsOf = async ({ id }: TestReceiver) => {
  const rows = await ingress.test.db.select().from(rejectedRequests).where(eq(rejectedRequests.receiverId, id))
  const counts: Record<string, number> = {}
  for (const { reason, count } of rows) counts[reason] = (counts[reason] ?? 0) + count
  return counts
}

it('the ingress counts what is over the plan’s rate, for each receiver its own', async () => {
  const [busy, other] = [await ingress.insertReceiver(), await ingress.insertReceiver()]
  const statuses = await Promise.all(Array.from({ length: 60 }, () => call(busy, { method: 'POST', body: 'x' })))
  const rejected = statuses.filter((status) => status === 429).length
  expect(rejected).toBeGreaterThanOrEqual(20)
  expect(await call(other)).toBe(200)
  await expect.poll(() => countsOf(busy)).toEqual({ OVER_LIMIT: rejected })
  expect(await countsOf(other)).toEqual({})
})

it('the ingress counts bodies that are too large, announced or not, and other methods, also before any request was accepted', async () => {
  const receiver = await ingress.insertReceiver()
  expect(await call(receiver, { method: 'PUT', body: 'x' })).toBe(405)
  expect(await call(receiver, { method: 'DELETE' })).toBe(405)
  const body = new Uint8Array(1_048_577)
  expect(await call(receiver, { method: 'POST', body })).toBe(413)
  const chunked = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' } as const
  expect(await call(receiver, chunked)).toBe(413)
  await expect.poll(() => countsOf(receiver)).toEqual({ METHOD_NOT_ALLOWED: 2, TOO_LARGE: 2 })
})

it('the ingress counts a method that no server knows, and nothing that is no request', async () => {
  const receiver = await ingress.insertReceiver()
  const brew = `BREW /r/${receiver.token}/tea?strong=1 HTTP/1.1\r\nHost: x\r\n\r\n`
  expect(statusesIn(await exchangeRaw(ingress.port, brew))).toEqual([405])
  const whole = brew.replace('/r/', 'http://in.example/r/')
  expect(statusesIn(await exchangeRaw(ingress.port, whole))).toEqual([405])
  expect(statusesIn(await exchangeRaw(ingress.port, brew.replace('BREW', 'brew it')))).toEqual([400])
  expect(statusesIn(await exchangeRaw(ingress.port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'))).toEqual([
    405,
  ])
  await expect.poll(() => countsOf(receiver)).toEqual({ METHOD_NOT_ALLOWED: 2 })
})

it('the ingress counts requests to a disabled receiver, and none to an address that is no receiver’s', async () => {
  const receiver = await ingress.insertReceiver({ status: 'DISABLED' })
  expect(await call({ token: 'nobody-has-this-token' })).toBe(404)
  expect(await call(receiver)).toBe(404)
  await expect.poll(() => countsOf(receiver)).toEqual({ DISABLED: 1 })
})

it('the ingress counts requests that could not be recorded', async () => {
  const receiver = await ingress.insertReceiver()
  await ingress.test.pool.query(`
    create function refuse_at_commit() returns trigger language plpgsql as $$
      begin raise exception 'refused at commit'; end $$;
    create constraint trigger refuse_at_commit after insert on received_requests
      deferrable initially deferred for each row when (new.url like '%/refused') execute function refuse_at_commit()`)
  expect(await call({ token: `${receiver.token}/refused` })).toBe(503)
  expect(await call(receiver)).toBe(200)
  await expect.poll(() => countsOf(receiver)).toEqual({ UNAVAILABLE: 1 })
})

it('the ingress does not count a receiver’s own response with the status of a rejection', async () => {
  const receiver = await ingress.insertReceiver({ responseCode: 429 })
  expect(await call(receiver)).toBe(429)
  expect(await call(receiver, { method: 'PUT' })).toBe(405)
  await expect.poll(() => countsOf(receiver)).toEqual({ METHOD_NOT_ALLOWED: 1 })
})

it('the ingress writes what was counted when it stops', async () => {
  const stopping = await createTestIngress({ sharing: ingress, rejectionFlushMs: 3_600_000 })
  const receiver = await ingress.insertReceiver()
  expect(await call(receiver, { method: 'PUT' }, stopping)).toBe(405)
  expect(await countsOf(receiver)).toEqual({})
  await stopping.close()
  expect(await countsOf(receiver)).toEqual({ METHOD_NOT_ALLOWED: 1 })
})

it('the ingress adds to a minute’s count in one statement for all, and goes with its receiver', async () => {
  const kept = await ingress.insertReceiver()
  const deleted = await ingress.insertReceiver()
  const count = { reason: 'TOO_LARGE', minuteMs: 60_000 * 29_000_000, count: 3 } as const
  const counts = [kept, deleted].map(({ token }) => ({ ...count, token }))
  await writeRejections(ingress.test.pool, counts)
  await ingress.test.db.delete(receivers).where(eq(receivers.id, deleted.id))
  await writeRejections(ingress.test.pool, counts)
  const rows = await ingress.test.db.select().from(rejectedRequests).where(eq(rejectedRequests.receiverId, kept.id))
  expect(rows).toEqual([{ receiverId: kept.id, minute: new Date(60_000 * 29_000_000), reason: 'TOO_LARGE', count: 6 }])
  expect(await countsOf(deleted)).toEqual({})
})

it('the ingress sums the counts of one receiver, reason and minute where one statement carries several', async () => {
  const receiver = await ingress.insertReceiver()
  const count = { token: receiver.token, reason: 'METHOD_NOT_ALLOWED', minuteMs: 60_000 * 29_000_000 } as const
  await writeRejections(ingress.test.pool, [
    { ...count, count: 3 },
    { ...count, count: 4 },
  ])
  expect(await countsOf(receiver)).toEqual({ METHOD_NOT_ALLOWED: 7 })
})

it('the ingress counts rejections of a minute in which the receiver became known', async () => {
  const slow = await createTestIngress({ sharing: ingress, rejectionFlushMs: 3_600_000 })
  const receiver = await ingress.insertReceiver()
  expect(await call(receiver, { method: 'PUT' }, slow)).toBe(405)
  expect(await call(receiver, { method: 'POST' }, slow)).toBe(200)
  expect(await call(receiver, { method: 'PUT' }, slow)).toBe(405)
  await slow.close()
  expect(await countsOf(receiver)).toEqual({ METHOD_NOT_ALLOWED: 2 })
})
