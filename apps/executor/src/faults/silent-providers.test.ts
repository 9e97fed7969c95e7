import { createServer, type Socket } from 'node:net'
import { deliveries } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../settings.ts'
import { callTo, emailTo, seedAccount, slackTo, textTo } from '../testing/rows/seed.ts'
import { seedDeliveries, seedDelivery, seedSlackChannel, untilDone } from '../testing/rows/seed-delivery.ts'
import { startTarget } from '../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'

/** Takes every connection and whatever it is sent, and never says a word. */
const startSilentServer = async () => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const attempts = 5
const count = 12
const patientMs = 60_000
const impatientMs = 300
const from = 'Knockwire <no-reply@knockwire.example>'

describe('a provider that takes connections and never answers', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const silent = await startSilentServer()
  stopAfter(silent.close)
  const target = await startTarget()
  stopAfter(target.close)
  beforeAll(() => {
    process.env['AWS_ENDPOINT_URL_SESV2'] = silent.origin
    process.env['AWS_ACCESS_KEY_ID'] = 'test'
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test'
    return () => void delete process.env['AWS_ENDPOINT_URL_SESV2']
  })
  const sms = {
    kind: 'twilio',
    accountSid: 'AC1',
    authToken: 'x',
    from: '+15005550006',
    apiOrigin: silent.origin,
  } as const

  const slackSetting = async (accountId: string, keys?: Parameters<typeof seedSlackChannel>[2]) =>
    slackTo(await seedSlackChannel(db, accountId, keys))

  interface Provider {
    provider: string
    settings?: Partial<Settings>
    settingOf: (account: { id: string; email: string }) => StoredChannelSetting | Promise<StoredChannelSetting>
  }
  const providers: Provider[] = [
    {
      provider: 'a mail server (SMTP)',
      settings: { mail: { kind: 'smtp', url: `smtp://127.0.0.1:${silent.port}`, from } },
      settingOf: ({ email }) => emailTo(email),
    },
    {
      provider: 'Amazon SES',
      settings: { mail: { kind: 'ses', region: 'eu-central-1', from } },
      settingOf: ({ email }) => emailTo(email),
    },
    { provider: 'Twilio', settings: { sms }, settingOf: () => textTo('+16045550199') },
    {
      provider: 'Slack',
      settings: { slackApiUrl: `${silent.origin}/api/` },
      settingOf: ({ id }) => slackSetting(id),
    },
    { provider: 'the target of an HTTP notification', settingOf: () => callTo(`${silent.origin}/hook`) },
  ]

  it.each(providers)(
    '$provider: others are delivered meanwhile, and each attempt ends, the last as failed',
    async ({ settings, settingOf }) => {
      const [account, other] = [await seedAccount(db), await seedAccount(db)]
      const startWith = (timeoutMs: number) =>
        startTestDeliveries(url, {
          settings: { ...settings, providerTimeoutMs: timeoutMs },
          outbound: { timeoutMs },
        })
      const patient = await startWith(patientMs)
      stopAfter(() => patient.stop(0))
      const before = silent.connections()
      const setting = await settingOf(account)
      const ids = await seedDeliveries(patient, { accountId: account.id, setting }, count)
      await expect.poll(silent.connections).toBeGreaterThan(before)
      // Nobody waits for it, within its own channel either, where that has other peers.
      for (const accountId of [account.id, other.id]) {
        const path = `/alive/${accountId}`
        const id = await seedDelivery(patient, { accountId, setting: callTo(target.origin + path) })
        expect((await untilDone(db, id)).status).toBe('DELIVERED')
        expect(target.callsOf(path)).toHaveLength(1)
      }
      const ofChannel = and(eq(deliveries.accountId, account.id), eq(deliveries.type, setting.type))
      const rows = () => db.select().from(deliveries).where(ofChannel)
      const waiting = async () => (await rows()).filter(({ status }) => status === 'PENDING').length
      expect(await waiting()).toBeGreaterThanOrEqual(count)
      await patient.stop(0)

      // Another process takes them over, and gives the provider less time.
      const impatient = await startWith(impatientMs)
      stopAfter(() => impatient.stop(0))
      for (const id of ids) {
        const delivery = await untilDone(db, id)
        expect(delivery).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/\w.*\.$/) })
        expect(delivery.attempts).toBeLessThanOrEqual(attempts)
      }
      expect(await impatient.context.queue.depth(deliveryQueueOf[setting.type])).toEqual({ waiting: 0, inFlight: 0 })
      expect(impatient.errors).toEqual([])
      await impatient.stop()
    },
  )

  it('and answers again: what was tried meanwhile is delivered', async () => {
    let isSilent = true
    const waiting: (() => void)[] = []
    target.on('/recovers', ({ response }) => {
      if (isSilent) waiting.push(() => response.end())
      else response.end('ok')
    })
    const { id: accountId } = await seedAccount(db)
    const workers = await startTestDeliveries(url, {
      outbound: { timeoutMs: impatientMs },
      waitsSeconds: [1, 1, 1, 60],
    })
    stopAfter(() => workers.stop(0))
    const ids = await seedDeliveries(workers, { accountId, setting: callTo(`${target.origin}/recovers`) }, count)
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    isSilent = false
    for (const id of ids) expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED' })
    expect(workers.errors).toEqual([])
  })
})
