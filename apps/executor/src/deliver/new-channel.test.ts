import type { Transaction } from '@knockwire/db/client'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Channel, SettingScope } from '@knockwire/services/channels/channel'

/** A channel that does not exist: a definition and schemas in the domain's registries, and what it does in this one. */
const definition = {
  label: 'Pager',
  recipientLabel: 'Pager number',
  settingKey: 'pagerSetting',
  isPaced: false,
  fieldKeys: { number: 'pagerNumber', text: 'pagerTemplate' },
  templates: { pagerTemplate: { check: () => null } },
  templatesOf: ({ text }: { text: string }) => ({ pagerTemplate: text }),
  defaultTemplates: { task: { pagerTemplate: 'P' }, receiver: null },
  escapeValue: null,
  usageLimit: null,
}

const schema = z.strictObject({ number: z.string(), text: z.string() })

interface PagerSetting {
  pager: { number: string; text: string }
}

const pager = {
  concurrency: 1,
  openSender:
    ({ fill }) =>
    async (message) => {
      const { text } = (message.setting as unknown as PagerSetting).pager
      const filled = await fill(message, [{ text, target: 'text' }])
      return filled.kind === 'failed' ? filled : { kind: 'delivered', providerMessageId: filled.texts.join() }
    },
  readSetting: async (_scope, input: PagerSetting['pager']) => ({
    setting: { type: 'PAGER', pager: input } as unknown as StoredChannelSetting,
    errors: input.number === '' ? { pagerNumber: 'Enter a number.' } : {},
  }),
  viewSetting: (setting) => (setting as unknown as PagerSetting).pager,
  recipientOf: (setting) => (setting as unknown as PagerSetting).pager.number,
  templatePaths: [['pager', 'text']],
  rejectionOf: (setting) =>
    (setting as unknown as PagerSetting).pager.number === '0' ? 'Nobody carries this pager.' : null,
} satisfies Channel<StoredChannelSetting, PagerSetting['pager']>

vi.mock(import('@knockwire/domain/channels/registry'), async (importOriginal) => {
  const { channels } = await importOriginal()
  return { channels: { ...channels, PAGER: definition } }
})
vi.mock(import('@knockwire/domain/channels/setting-schemas'), async (importOriginal) => {
  const { settingSchemas } = await importOriginal()
  return { settingSchemas: { ...settingSchemas, PAGER: { Input: schema, View: schema } } }
})
vi.mock(import('@knockwire/services/channels/registry'), async (importOriginal) => {
  const { channels } = await importOriginal()
  return { channels: { ...channels, PAGER: pager } }
})

// Its type is not known to the compiler, since it is not in the registries' source.
const type = 'PAGER' as 'SMS'
const input = (number: string) => ({ type, pagerSetting: { number, text: '{{ task.name }}' } })
const scope: SettingScope = {
  tx: {} as Transaction,
  accountId: uuidv7(),
  secrets: { encrypt: () => ({ k: '', iv: '', data: '' }), decrypt: () => '' },
  checkUri: () => ({ ok: true }),
  stored: null,
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

// Other files leave modules behind that have read the registries, and this one leaves none that has read these.
beforeAll(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@knockwire/domain/channels/registry')
  vi.doUnmock('@knockwire/domain/channels/setting-schemas')
  vi.doUnmock('@knockwire/services/channels/registry')
  vi.resetModules()
})

describe('A channel that is added to the registries, and nowhere else,', () => {
  it('has its settings checked and shown under its own key', async () => {
    const { readSetting, viewSetting } = await import('@knockwire/services/channels/settings')
    const { setting, errors } = await readSetting(scope, input('7'))
    expect(errors).toEqual({})
    expect(viewSetting(setting, { secrets: scope.secrets, slackChannel: null })).toEqual({
      recipient: '7',
      pagerSetting: { number: '7', text: '{{ task.name }}' },
    })
    expect((await readSetting(scope, input(''))).errors).toEqual({ pagerNumber: 'Enter a number.' })
    await expect(readSetting(scope, { type, smsSetting: undefined })).rejects.toThrow('pagerSetting')
  })

  it('has a delivery created for its recipient, without its template being read, and rejected by its own rule', async () => {
    const [{ readSetting, settingWithoutTemplates }, { createDeliveries }, { beginAttempts }] = await Promise.all([
      import('@knockwire/services/channels/settings'),
      import('./create-deliveries.ts'),
      import('./begin/begin-attempts.ts'),
    ])
    expect(settingWithoutTemplates('setting')).toContain("#- '{pager,text}'")
    const { accountId, taskId } = await insertTestTask(database.db)
    const { setting } = await readSetting(scope, input('0'))
    const [notificationId, executionId, now] = [uuidv7(), uuidv7(), new Date()]
    const row = { id: notificationId, accountId, taskId, type, setting, createdAt: now, updatedAt: now }
    await database.db.insert(notifications).values(row)
    const client = await database.pool.connect()
    try {
      const verdict = { description: 'It is down', value: 1 }
      const created = await createDeliveries(client, [
        { notificationId, accountId, subjectId: executionId, occasion: 'HOLDS', verdict, isRequested: false },
      ])
      expect(created).toMatchObject([{ type: 'PAGER', accountId }])
      const [attempt] = await beginAttempts(
        client,
        created.map(({ id }) => id),
        { isEmbedded: true, limits: null },
      )
      const { rejectionOf } = await import('./begin/open-attempts.ts')
      expect(attempt && rejectionOf(attempt, true, 5)).toBe('Nobody carries this pager.')
    } finally {
      client.release()
    }
  })

  it('has its own job queue, and sends what its templates say', async () => {
    const [{ deliveryQueueOf }, { channelOf }] = await Promise.all([
      import('@knockwire/services/deliveries/delivery-jobs'),
      import('@knockwire/services/channels/settings'),
    ])
    expect(deliveryQueueOf[type]).toBe('deliver-pager')
    const fill = async () => ({ kind: 'filled', texts: ['Shop'] }) as const
    const send = channelOf(type).openSender({ fill } as never)
    expect(await send({ setting: { pager: { number: '7', text: '' } } } as never)).toEqual({
      kind: 'delivered',
      providerMessageId: 'Shop',
    })
  })
})
