import { createOutboundClient } from '@knockwire/outbound/create-client'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startTarget } from '../testing/peers/target.ts'
import { startWitnesses } from './witnesses.ts'

it('witnesses are queried with HEAD, any response is an answer, and silence is none', async () => {
  const [good, rejecting] = [await startTarget(), await startTarget()]
  rejecting.on('/', ({ response }) => response.writeHead(503).end())
  const client = createOutboundClient({ userAgent: 'Knockwire/test', allowCidrs: ['127.0.0.0/8'] })
  const urls = [good.origin, rejecting.origin].map((origin) => `${origin}/`)
  const witnesses = startWitnesses({ urls, client, log: pino({ level: 'silent' }), now: Date.now, everyMs: 1 })
  const isAnswering = () =>
    witnesses.results().map(({ lastAnswerMs, failingSinceMs }) => lastAnswerMs !== null && failingSinceMs === null)
  await expect.poll(isAnswering).toEqual([true, true])
  expect(new Set(good.calls.map(({ method }) => method))).toEqual(new Set(['HEAD']))
  await good.close()
  await expect.poll(isAnswering, { timeout: 10_000 }).toEqual([false, true])
  await witnesses.stop()
  await client.close()
  await rejecting.close()
})
