import { slackChannels } from '@knockwire/db/schema/notifications'
import { defaultReceiverTemplates, defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { eq } from 'drizzle-orm'
import { createEmulator } from 'emulate'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAnsweringServer } from '../../../testing/peers/raw-target.ts'
import { seedAccount, slackTo } from '../../../testing/rows/seed.ts'
import {
  seedDelivery,
  seedRequestDelivery,
  seedSlackChannel,
  type DeliverySeed,
  untilDone,
} from '../../../testing/rows/seed-delivery.ts'
import { startTestDeliveries, useTestDatabase } from '../../../testing/test-executor.ts'
type Keys = Parameters<typeof seedSlackChannel>[2]

const startPosting = async (slackApiUrl: string, providerTimeoutMs = 15_000) => {
  const { db, url, stopAfter } = await useTestDatabase()
  let workers: Awaited<ReturnType<typeof startTestDeliveries>> | undefined
  beforeAll(async () => {
    workers = await startTestDeliveries(url, { settings: { slackApiUrl, providerTimeoutMs } })
    stopAfter(workers.stop)
  })
  const started = () => {
    if (!workers) throw new Error('The workers have not been started.')
    return workers
  }
  const deliver = async (template: string, keys: Keys, seed: Partial<DeliverySeed> = {}) => {
    const { id: accountId } = await seedAccount(db)
    const channelId = await seedSlackChannel(db, accountId, keys)
    const id = await seedDelivery(started(), { accountId, setting: slackTo(channelId, template), ...seed })
    return { accountId, channelId, delivery: await untilDone(db, id) }
  }
  return { db, started, deliver }
}

describe('a Slack message', async () => {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    hostname: '127.0.0.1',
    seed: {
      slack: {
        team: { name: 'Acme', domain: 'acme' },
        channels: [{ name: 'alerts' }],
        incoming_webhooks: [{ channel: 'alerts', label: 'Knockwire' }],
      },
    },
  })
  beforeAll(() => () => emulator.close())
  const { db, started, deliver } = await startPosting(`${emulator.url}/api/`)
  const call = async (method: string, body: object) => {
    const headers = { authorization: 'Bearer xoxb-token', 'content-type': 'application/json' }
    const answer = await fetch(`${emulator.url}/api/${method}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as {
      channels: { id: string; name: string }[]
      messages: { text: string; ts: string }[]
    }
  }
  const alerts = async () =>
    (await call('conversations.list', {})).channels.find(({ name }) => name === 'alerts')?.id ?? ''
  const texts = async () =>
    (await call('conversations.history', { channel: await alerts() })).messages.map(({ text }) => text)

  it('arrives in the picked channel, through the app’s bot', async () => {
    const { delivery } = await deliver(defaultTaskTemplates.messageTemplate, { slackChannelId: await alerts() })
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      attempts: 1,
      error: null,
      providerMessageId: expect.any(String),
    })
    expect((await texts())[0]).toMatch(/^\*\[Down\] Shop front\*: 500\nhttps:\/\/shop\.example\/health\nhttps:/)
  })

  it('describes a received request too', async () => {
    const { id: accountId } = await seedAccount(db)
    const channelId = await seedSlackChannel(db, accountId, { slackChannelId: await alerts() })
    const id = await seedRequestDelivery(started(), {
      accountId,
      setting: slackTo(channelId, defaultReceiverTemplates.messageTemplate),
    })
    expect((await untilDone(db, id)).status).toBe('DELIVERED')
    expect((await texts())[0]).toContain('*Deployments* received a POST request (response 201)')
  })

  it('calls nobody and hides no link, whatever its values are', async () => {
    const hostile = '<!channel> <@U123> <https://evil.example|ok> & </b>'
    await deliver(
      '{{ task.name }} {{ condition.value }} {{ response.body }}',
      { slackChannelId: await alerts() },
      {
        taskName: hostile,
        value: '<!here>',
        body: '<script>',
      },
    )
    expect((await texts())[0]).toBe(
      '&lt;!channel&gt; &lt;@U123&gt; &lt;https://evil.example|ok&gt; &amp; &lt;/b&gt; &lt;!here&gt; &lt;script&gt;',
    )
  })

  it('mentions whom the template itself mentions', async () => {
    const template = '<!channel> {{ response.body }}'
    await deliver(template, { slackChannelId: await alerts() }, { body: '<!channel>' })
    expect((await texts())[0]).toBe('<!channel> &lt;!channel&gt;')
  })

  it('to a deleted channel is rejected permanently', async () => {
    const { delivery } = await deliver('Hi', { slackChannelId: 'C0NOWHERE' })
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: 'The Slack channel no longer exists.' })
  })
})

describe('Slack', async () => {
  const server = await startAnsweringServer()
  beforeAll(() => server.close)
  const { db, deliver } = await startPosting(`${server.origin}/api/`)
  const impatient = await startPosting(`${server.origin}/api/`, 300)
  const webhookUrl = `${server.origin}/services/T/B/secret`
  afterEach(() => void server.calls.splice(0))
  const revokedAt = async (id: string) =>
    (await db.select().from(slackChannels).where(eq(slackChannels.id, id)))[0]?.revokedAt

  it('gets messages at the webhook that was made for the channel', async () => {
    server.answer({ status: 200, body: 'ok' })
    const { delivery } = await deliver('Hi <{{ task.name }}>', { webhookUrl }, { taskName: 'a&b' })
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: '/services/T/B/secret' })
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ text: 'Hi <a&amp;b>' })
  })

  const json = { 'content-type': 'application/json' }
  const unknown = 'Slack could not be reached, or its response was invalid.'

  it.each<[string, Parameters<typeof server.answer>[0], asBot: string, byWebhook: string]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }, 'Slack responded with 429.', 'Slack responded with 429.'],
    ['500', { status: 500, body: 'oops' }, 'Slack responded with 500.', 'Slack responded with 500.'],
  ])('that answers %s is called five times', async (_what, answer, asBot, byWebhook) => {
    server.answer(answer)
    const bot = await deliver('Hi', {})
    expect(bot.delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: asBot })
    const hook = await deliver('Hi', { webhookUrl })
    expect(hook.delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: byWebhook })
    expect(server.calls).toHaveLength(10)
    expect(await revokedAt(hook.channelId)).toBeNull()
  })

  it('that says nothing is called five times', async () => {
    server.answer('silence')
    for (const keys of [{}, { webhookUrl }]) {
      const { delivery } = await impatient.deliver('Hi', keys)
      expect(delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: unknown })
    }
  })

  it('that answers garbage is called five times', async () => {
    server.answer({ status: 200, headers: json, body: '<html>garbage</html>' })
    expect((await deliver('Hi', {})).delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: unknown })
  })

  const revoked = 'Slack has withdrawn the permission to post to this channel. Connect it again.'

  it.each<[string, Keys, Parameters<typeof server.answer>[0]]>([
    ['a bot’s token', {}, { status: 200, headers: json, body: '{"ok":false,"error":"token_revoked"}' }],
    ['an account', {}, { status: 200, headers: json, body: '{"ok":false,"error":"account_inactive"}' }],
    ['a webhook', { webhookUrl }, { status: 403, body: 'invalid_token' }],
    ['an app', { webhookUrl }, { status: 404, body: 'no_service' }],
  ])(
    'that has taken back %s: the delivery says so, the channel is marked, and Slack is not called again',
    async (_what, keys, answer) => {
      server.answer(answer)
      const { accountId, channelId, delivery } = await deliver('Hi', keys)
      expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: revoked })
      expect(await revokedAt(channelId)).toEqual(expect.any(Date))
      const calls = server.calls.length
      const next = await deliver('Hi', keys, { accountId, setting: slackTo(channelId) })
      expect(next.delivery).toMatchObject({ status: 'FAILED', error: revoked })
      expect(server.calls).toHaveLength(calls)
    },
  )

  it.each<[string, Keys, Parameters<typeof server.answer>[0], error: string]>([
    ['archived', { webhookUrl }, { status: 410, body: 'channel_is_archived' }, 'The Slack channel has been archived.'],
    [
      'without the app',
      {},
      { status: 200, headers: json, body: '{"ok":false,"error":"not_in_channel"}' },
      'The app is not in the Slack channel. Invite it there, or connect the channel again.',
    ],
    ['odd', { webhookUrl }, { status: 400, body: 'weird' }, 'Slack refused the message: weird.'],
  ])('a channel that is %s is described in words', async (_what, keys, answer, error) => {
    server.answer(answer)
    const { channelId, delivery } = await deliver('Hi', keys)
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error })
    expect(await revokedAt(channelId)).toBeNull()
  })

  it('a channel that was disconnected, or is another account’s, gets nothing', async () => {
    const { id: stranger } = await seedAccount(db)
    const foreign = await seedSlackChannel(db, stranger, { webhookUrl })
    for (const channelId of [foreign, '']) {
      const { delivery } = await deliver('Hi', {}, { setting: slackTo(channelId) })
      expect(delivery).toMatchObject({ status: 'FAILED', error: expect.stringContaining('no longer connected') })
    }
    expect(server.calls).toEqual([])
  })
})
