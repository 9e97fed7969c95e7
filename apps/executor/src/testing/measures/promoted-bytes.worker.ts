import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as afterTasks } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@knockwire/db/client'
import { createOutboundClient } from '@knockwire/outbound/create-client'

/*
 * In its own thread, so that nothing but the work that is measured is in this heap: what a test runner has in hand
 * meanwhile may be many times as much.
 */

export interface PromotedBytes {
  /** Moved to the old generation for each byte of what one query carries there and back. */
  perQueryByte: number
  /** The same for what one call sends and receives. */
  perCallByte: number
}

const { databaseUrl } = workerData as { databaseUrl: string }
const times = 100
const length = 10_000
/** Another one each time. */
const longText = () => Math.random().toString(36).padEnd(length, 'x')

const inTurn = async (work: () => Promise<unknown>) => {
  for (let time = 0; time < times; time += 1) await work()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const oldGenerationBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? NaN

/**
 * By how much the old generation has grown, once the work is done and the young one was collected twice. Only what is
 * referred to is moved there then, also where what refers to it is of no use any more and lies in the old generation itself.
 */
const promotedPerByte = async (work: () => Promise<unknown>): Promise<number> => {
  await inTurn(work)
  collect()
  const before = oldGenerationBytes()
  await inTurn(work)
  for (let time = 0; time < 2; time += 1) {
    await afterTasks()
    collect({ type: 'minor' })
  }
  return (oldGenerationBytes() - before) / (times * length)
}

const measureQueries = async () => {
  const database = openDatabase({
    url: databaseUrl,
    max: 1,
    applicationName: 'promoted-bytes',
    queryTimeoutMs: 30_000,
    onIdleError: () => {},
  })
  const client = await database.pool.connect()
  const query = () => client.query({ name: 'echo', text: 'select $1::text as echo', values: [longText()] })
  return promotedPerByte(query).finally(() => {
    client.release()
    return database.close()
  })
}

const measureCalls = async () => {
  const server = createServer((_request, response) => response.setHeader('X-Long', longText()).end('ok'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const client = createOutboundClient({ allowCidrs: ['127.0.0.0/8'], userAgent: 'Knockwire/test' })
  const call = async () => {
    const outcome = await client.send({
      uri,
      method: 'GET',
      headers: [],
      followRedirect: true,
      allowInsecureCerts: false,
    })
    if (outcome.kind !== 'response') throw new Error(`The call failed: ${JSON.stringify(outcome)}`)
  }
  return promotedPerByte(call).finally(async () => {
    await client.close()
    server.close()
  })
}

const promoted: PromotedBytes = { perQueryByte: await measureQueries(), perCallByte: await measureCalls() }
parentPort?.postMessage(promoted, [])
