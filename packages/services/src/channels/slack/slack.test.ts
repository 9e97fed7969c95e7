import { slackChannels } from '@knockwire/db/schema/notifications'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../../testing/provider.ts'
import type { Message, PickedSlackChannel, SettingOf, SettingScope } from '../channel.ts'
import { dependenciesOf, messageOf, testSecrets, unfilled } from '../testing/message.ts'
import { slack } from './slack.ts'
import { revokedMessage } from './slack-client.ts'

const disconnected = 'The Slack channel is no longer connected. Choose another.'

describe('a Slack message', () => {
  let provider: Provider
  beforeAll(async () => void (provider = await startProvider()))
  afterAll(() => provider.close())
  beforeEach(() => void provider.calls.splice(0))

  const picked = (webhookPath: string | null): PickedSlackChannel => ({
    id: uuidv7(),
    slackChannelId: 'C0ALERTS',
    token: testSecrets.encrypt('xoxb-token'),
    webhookUrl: webhookPath === null ? null : testSecrets.encrypt(`${provider.origin}${webhookPath}`),
  })
  const messageWith = (messageTemplate: string, changes: Partial<Message<SettingOf<'SLACK'>>> = {}) =>
    messageOf<SettingOf<'SLACK'>>(
      { type: 'SLACK', slack: { channelId: uuidv7(), messageTemplate } },
      { slackChannel: picked('/hook'), ...changes },
    )
  const send = (message: Message<SettingOf<'SLACK'>>, needed = {}) => {
    const settings = {
      sms: { kind: 'none' },
      slackApiUrl: `${provider.origin}/api/`,
      providerTimeoutMs: 5_000,
    } as const
    return slack.openSender(dependenciesOf({ settings, ...needed }))(message)
  }
  const textOf = async (messageTemplate: string, changes: Partial<Message<SettingOf<'SLACK'>>> = {}) => {
    expect(await send(messageWith(messageTemplate, changes))).toEqual({ kind: 'delivered' })
    return JSON.parse(provider.calls[0]?.body ?? '').text as string
  }

  it('goes to the webhook of its channel, and where there is none is posted by the bot', async () => {
    provider.answer({ headers: { 'content-type': 'application/json' }, body: '{"ok":true,"ts":"1.2"}' })
    expect(await send(messageWith('Down'))).toEqual({ kind: 'delivered' })
    expect(await send(messageWith('Down', { slackChannel: picked(null) }))).toMatchObject({ providerMessageId: '1.2' })
    expect(provider.calls.map(({ path }) => path)).toEqual(['/hook', '/api/chat.postMessage'])
    expect(provider.calls[1]?.headers.authorization).toBe('Bearer xoxb-token')
    expect(new URLSearchParams(provider.calls[1]?.body).get('channel')).toBe('C0ALERTS')
  })

  it('has its template filled in by the rules of Slack', async () => {
    const targets: string[] = []
    const fill = async (_message: Message, templates: readonly { target: string }[]) => {
      targets.push(...templates.map(({ target }) => target))
      return { kind: 'filled', texts: ['Filled'] } as const
    }
    await send(messageWith('{{ task.name }}'), { fill })
    expect(targets).toEqual(['SLACK'])
    expect(JSON.parse(provider.calls[0]?.body ?? '').text).toBe('Filled')
  })

  it('that is a test says so', async () => {
    expect(await textOf('Down', { occasion: 'TEST' })).toBe('[Test] Down')
  })

  it.each([
    ['x'.repeat(40_000), 'x'.repeat(40_000)],
    ['x'.repeat(40_001), `${'x'.repeat(39_999)}…`],
    [`${'x'.repeat(39_998)}😀x`, `${'x'.repeat(39_998)}…`],
  ])('has 40,000 characters at most, none of them half (%#)', async (template, sent) => {
    expect((await textOf(template)) === sent).toBe(true)
  })

  it('whose channel has been disconnected is not sent', async () => {
    expect(await send(messageWith('Down', { slackChannel: null }))).toEqual({ kind: 'failed', reason: disconnected })
  })

  it('that is empty, or whose template fails, is not sent', async () => {
    expect(await send(messageWith(' \n'))).toEqual({ kind: 'failed', reason: 'The message is empty.' })
    expect(await send(messageWith(' ', { occasion: 'TEST' }))).toEqual({
      kind: 'failed',
      reason: 'The message is empty.',
    })
    expect(await send(messageWith('Down'), unfilled)).toEqual({ kind: 'failed', reason: 'The template fails.' })
    expect(provider.calls).toEqual([])
  })
})

describe('the setting of a Slack notification', () => {
  let database: TestDatabase
  beforeAll(async () => void (database = await createTestDatabase()))
  afterAll(() => database.close())

  const read = (accountId: string, channelId: string) =>
    database.db.transaction((tx) => {
      const scope: SettingScope = { tx, accountId, secrets: testSecrets, checkUri: () => ({ ok: true }), stored: null }
      return slack.readSetting(scope, { channelId, messageTemplate: 'Down' })
    })
  const connect = async (accountId: string, revokedAt: Date | null = null) => {
    const id = uuidv7()
    const names = { teamId: 'T1', teamName: 'Acme', slackChannelId: id, channel: '#alerts' }
    const token = testSecrets.encrypt('xoxb-token')
    await database.db.insert(slackChannels).values({ id, accountId, ...names, token, revokedAt, createdAt: new Date() })
    return id
  }

  it('needs a channel that the account has connected, and that Slack still lets us write to', async () => {
    const [{ accountId }, { accountId: other }] = [await insertTestTask(database.db), await insertTestTask(database.db)]
    const channelId = await connect(accountId)
    expect(await read(accountId, channelId)).toEqual({
      setting: { type: 'SLACK', slack: { channelId, messageTemplate: 'Down' } },
      errors: {},
    })
    const missing = { slackChannel: 'There is no such Slack channel. Choose another.' }
    expect((await read(other, channelId)).errors).toEqual(missing)
    expect((await read(accountId, uuidv7())).errors).toEqual(missing)
    expect((await read(accountId, '')).errors).toEqual({ slackChannel: 'Choose a Slack channel.' })
    expect((await read(accountId, await connect(accountId, new Date()))).errors).toEqual({
      slackChannel: 'Slack no longer lets us write to this channel. Add it again.',
    })
  })

  it('is shown with the name of its channel, where that is known', () => {
    const setting = { type: 'SLACK', slack: { channelId: 'id-1', messageTemplate: 'Down' } } as const
    const slackChannel = { teamName: 'Acme', channel: '#alerts' }
    expect(slack.viewSetting(setting, { secrets: testSecrets, slackChannel })).toEqual({
      channelId: 'id-1',
      messageTemplate: 'Down',
      teamName: 'Acme',
      channel: '#alerts',
    })
    expect(slack.viewSetting(setting, { secrets: testSecrets, slackChannel: null })).toMatchObject({
      teamName: '',
      channel: '',
    })
    expect(slack.recipientOf(setting, slackChannel)).toBe('#alerts (Acme)')
    expect(slack.recipientOf(setting, null)).toBe('A deleted Slack channel')
  })

  it.each([
    [false, false, disconnected],
    [true, true, revokedMessage],
    [true, false, null],
  ])(
    'is not sent to a channel that is connected (%s) and revoked (%s) because: %s',
    (isConnected, isSlackRevoked, reason) => {
      const encrypted = testSecrets.encrypt('xoxb-token')
      const slackChannel = isConnected ? { id: '1', slackChannelId: 'C1', token: encrypted, webhookUrl: null } : null
      const recipient = { address: { isVerified: false, isUnsubscribed: false }, slackChannel, isSlackRevoked }
      const setting = { type: 'SLACK', slack: { channelId: '1', messageTemplate: '' } } as const
      expect(slack.rejectionOf?.(setting, recipient)).toBe(reason)
    },
  )
})
