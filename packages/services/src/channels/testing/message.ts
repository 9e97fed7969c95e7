import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { exampleValues, type TaskTemplateValues, taskVariables } from '@knockwire/domain/templates/variables'
import { createSecrets, parseKeyring } from '../../secrets/secrets.ts'
import type { Message, SenderDependencies } from '../channel.ts'

export const testSecrets = createSecrets(parseKeyring(Buffer.alloc(32, 1).toString('base64')))

export const taskValues = exampleValues(taskVariables) as unknown as TaskTemplateValues

export const messageOf = <S extends StoredChannelSetting>(
  setting: S,
  changes: Partial<Message<S>> = {},
): Message<S> => ({
  deliveryId: 'delivery-1',
  accountId: 'account-1',
  subjectId: 'subject-1',
  occasion: 'HOLDS',
  createdAt: new Date('2026-11-22T04:31:17.250Z'),
  setting,
  values: taskValues,
  summary: {
    states: [{ label: 'Alert', tone: 'bad' }],
    title: 'Shop front',
    facts: [['Now', '500']],
    action: { label: 'Open this execution', url: 'https://knockwire.example/dashboard/1' },
  },
  slackChannel: null,
  ...changes,
})

/** What senders are opened with, as far as a test needs it; a template is filled in with its own text. */
export const dependenciesOf = (needed: Partial<SenderDependencies> = {}): SenderDependencies =>
  ({
    settings: { sms: { kind: 'none' }, slackApiUrl: 'http://127.0.0.1:1/', providerTimeoutMs: 5_000 },
    publicOrigin: 'https://knockwire.example:8443',
    now: () => Date.parse('2026-11-22T04:31:20Z'),
    fill: async (_message, templates) => ({ kind: 'filled', texts: templates.map(({ text }) => text) }),
    secrets: testSecrets,
    unsubscribeUrl: (accountId, address) => `https://knockwire.example/unsubscribe/${accountId}/${address}`,
    secretValuesOf: async () => new Map(),
    webhookSecretOf: async () => `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
    ...needed,
  }) satisfies Partial<SenderDependencies> as SenderDependencies

export const unfilled = { fill: async () => ({ kind: 'failed', reason: 'The template fails.' }) as const }
