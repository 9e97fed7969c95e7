import { once } from 'node:events'
import { createServer } from 'node:http'
import { createOutboundClient } from '@knockwire/outbound/create-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { promotedBytes } from '../testing/promoted-bytes.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const times = 100
const bytesEach = 10_000
/** Another one each time. */
const long = () => Math.random().toString(36).padEnd(bytesEach, 'x')
const inTurn = async (work: () => Promise<unknown>, count = times) => {
  for (let time = 0; time < count; time += 1) await work()
}

/*
 * What V8 moves to the old generation is found to be of no use only by a collection of that, which costs more than all
 * collections of the young one.
 */
describe('nothing is moved to the old generation that is of no use any more:', async () => {
  const { url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const promotedOf = async (work: () => Promise<unknown>) => {
    await inTurn(work)
    return promotedBytes(() => inTurn(work))
  }

  it('the values of a query, and its rows', async () => {
    const { pool } = context.database
    const query = () => pool.query({ name: 'echo', text: 'select $1::text as echo', values: [long()] })
    expect(await promotedOf(query)).toBeLessThan((times * bytesEach) / 4)
  })

  it('a call’s request and response', async () => {
    const server = createServer((_request, response) => response.setHeader('X-Long', long()).end('ok')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const client = createOutboundClient({ allowCidrs: ['127.0.0.0/8'], userAgent: 'Knockwire/test' })
    onTestFinished(async () => {
      await client.close()
      server.close()
    })
    const address = server.address()
    const uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const call = async () => {
      const request = { uri, method: 'GET', headers: [], followRedirect: true, allowInsecureCerts: false } as const
      expect(await client.send(request)).toMatchObject({ kind: 'response' })
    }
    expect(await promotedOf(call)).toBeLessThan((times * bytesEach) / 4)
  })
})
