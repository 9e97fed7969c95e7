import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { plans } from '../plans/plans.ts'
import { z } from 'zod'
import type { ChannelDefinition } from './channel.ts'
import type { SettingSchemas } from './setting-schemas.ts'

/** A channel that does not exist: everything below it is derived from its definition. */
const pager: ChannelDefinition = {
  label: 'Pager',
  recipientLabel: 'Pager number',
  settingKey: 'pagerSetting',
  isPaced: false,
  fieldKeys: { number: 'pagerNumber', pagerText: 'pagerTemplate' },
  templates: { pagerTemplate: { check: (text) => (text.length > 5 ? 'A pager shows five characters.' : null) } },
  templatesOf: ({ pagerText }: { pagerText: string }) => ({ pagerTemplate: pagerText }),
  defaultTemplates: { task: { pagerTemplate: 'P task' }, receiver: { pagerTemplate: 'P receiver' } },
  escapeValue: (text) => text.toUpperCase(),
  usageLimit: {
    kind: 'pager',
    allowance: () => ({ limit: 3, per: 'day' }),
    singular: 'page',
    plural: 'pages',
  },
}

const PagerSetting = z.strictObject({ number: z.string(), pagerText: z.string() })
const pagerSchemas: SettingSchemas = { Input: PagerSetting, View: PagerSetting }

vi.mock(import('./registry.ts'), async (importOriginal) => {
  const { channels } = await importOriginal()
  return { channels: { ...channels, PAGER: pager } }
})

vi.mock(import('./delivery-reports.ts'), async (importOriginal) => {
  const { deliveryReportMs } = await importOriginal()
  return { deliveryReportMs: { ...deliveryReportMs, PAGER: 1000 } }
})

vi.mock(import('./setting-schemas.ts'), async (importOriginal) => {
  const { settingSchemas } = await importOriginal()
  return { settingSchemas: { ...settingSchemas, PAGER: pagerSchemas } }
})

// Its type is not known to the compiler, since it is not in the registry's source.
const type = 'PAGER' as 'EMAIL'
const taskId = '0190a2c0-0000-7000-8000-000000000001'
const pagerSetting = { number: '7', pagerText: '{{ task.name }}' }
const input = { type, pagerSetting }

// Other files leave modules behind that have read the registries, and this one leaves none that has read these.
beforeAll(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('./registry.ts')
  vi.doUnmock('./delivery-reports.ts')
  vi.doUnmock('./setting-schemas.ts')
  vi.resetModules()
})

describe('A channel that is added to the registries, and nowhere else,', () => {
  it('is accepted and shown with its own setting, for tasks and receivers', async () => {
    const { SaveNotificationInput, SaveReceiverNotificationInput, ReceiverNotificationView } =
      await import('../notifications/notification.ts')
    const { defaultCondition: condition } = await import('../conditions/condition-rules.ts')
    expect(SaveNotificationInput.parse({ ...input, taskId, condition })).toMatchObject({ pagerSetting })
    expect(SaveReceiverNotificationInput.parse({ ...input, receiverId: taskId })).toMatchObject({ pagerSetting })
    const view = {
      id: taskId,
      version: 1,
      receiverId: taskId,
      recipient: '7',
      createdAt: '2030-01-01T00:00:00Z',
      key: null,
      mute: null,
      when: { kind: 'EACH_REQUEST' },
      ...input,
    }
    expect(ReceiverNotificationView.parse(view)).toMatchObject({ pagerSetting })
    expect(() => SaveNotificationInput.parse({ taskId, condition, type, pagerSetting: { number: 7 } })).toThrow()
  })

  it('has a queue and a delivery view of its own', async () => {
    const { deliveryJobNames, jobs } = await import('../jobs.ts')
    const { DeliveryView } = await import('../notifications/deliveries/delivery.ts')
    expect(deliveryJobNames).toContain('deliver-pager')
    expect(jobs).toHaveProperty('deliver-pager')
    expect(DeliveryView.shape.type.options).toContain('PAGER')
  })

  it('has its templates checked, previewed and escaped by its own rules', async () => {
    const { channelOfTemplate, checkTemplateText, defaultReceiverTemplates, defaultTaskTemplates, templatesOf } =
      await import('./templates.ts')
    const { PreviewField } = await import('../notifications/preview.ts')
    const { renderTemplate } = await import('../templates/render-template.ts')
    const key = 'pagerTemplate' as 'emailTemplate'
    expect(templatesOf(input)).toEqual({ pagerTemplate: '{{ task.name }}' })
    expect(checkTemplateText(key, 'too long')).toBe('A pager shows five characters.')
    expect(checkTemplateText(key, 'short')).toBeNull()
    expect(PreviewField.options).toContain(key)
    expect(channelOfTemplate(key)).toBe(type)
    expect([defaultTaskTemplates[key], defaultReceiverTemplates[key]]).toEqual(['P task', 'P receiver'])
    expect(renderTemplate('Task {{ a }}', { a: 'shop' }, type)).toEqual({ kind: 'rendered', text: 'Task SHOP' })
  })

  it("has its fields' errors under its form's keys", async () => {
    const { settingFieldKeys, settingKeys } = await import('./channel-types.ts')
    expect(settingFieldKeys['pagerSetting.number']).toBe('pagerNumber')
    expect(settingKeys).toContain('pagerSetting')
  })

  it('is limited by its plan, and may change after its delivery as long as its provider reports', async () => {
    const { allowanceOf, limitedKindOf, usageLimitMail, usageLimitMessage } =
      await import('../notifications/allowance/usage-limit.ts')
    const { mayStillChange } = await import('../notifications/deliveries/may-still-change.ts')
    const kind = 'pager' as 'email'
    expect(limitedKindOf(type)).toBe(kind)
    expect(allowanceOf(kind, plans.FREE)).toEqual({ limit: 3, per: 'day' })
    expect(usageLimitMessage(kind, plans.FREE)).toBe(
      'Not sent: your plan includes 3 pages a day, and all of them are used.',
    )
    expect(usageLimitMail(kind, plans.FREE, { publicOrigin: 'https://a.example', unsent: null }).subject).toBe(
      'Your page limit is reached',
    )
    const delivery = { type, status: 'DELIVERED', deliveredAt: new Date(0).toISOString() } as const
    expect([mayStillChange(delivery, 999), mayStillChange(delivery, 1000)]).toEqual([true, false])
  })
})
