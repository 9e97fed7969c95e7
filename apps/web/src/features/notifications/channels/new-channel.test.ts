import type { ChannelDefinition } from '@knockwire/domain/channels/channel'
import { MantineProvider } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { createElement, type ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fieldGroup } from '../../../lib/forms/field-group.ts'
import { defineChannel, type ChannelForm } from './channel.ts'

const PagerSetting = z.strictObject({ number: z.string(), pagerText: z.string() })

/** What the domain would know of a channel that does not exist. */
const definition: ChannelDefinition = {
  label: 'Pager',
  recipientLabel: 'Pager number',
  settingKey: 'pagerSetting',
  isPaced: false,
  fieldKeys: { number: 'pagerNumber', pagerText: 'pagerTemplate' },
  templates: { pagerTemplate: { check: () => null } },
  templatesOf: ({ pagerText }: { pagerText: string }) => ({ pagerTemplate: pagerText }),
  defaultTemplates: { task: { pagerTemplate: 'P task' }, receiver: { pagerTemplate: 'P receiver' } },
  escapeValue: null,
  usageLimit: null,
}

interface PagerForm extends ChannelForm {
  pagerNumber: string
  pagerTemplate: string
}

// Its type is not known to the compiler, since it is not in the registry's source.
const type = 'PAGER' as 'EMAIL'

/** The whole of it in the dashboard. */
const pager = defineChannel<PagerForm>({
  icon: IconBell,
  newForm: ({ ownerKind }) => ({
    type,
    pagerNumber: '',
    pagerTemplate: definition.defaultTemplates[ownerKind]?.['pagerTemplate'] ?? '',
  }),
  formOf: ({ number, pagerText }: { number: string; pagerText: string }) => ({
    type,
    pagerNumber: number,
    pagerTemplate: pagerText,
  }),
  toSetting: ({ pagerNumber, pagerTemplate }) => ({ number: pagerNumber, pagerText: pagerTemplate }),
  mergeFields: [],
  Fields: ({ fields: { values, errors } }) => `Number ${values.pagerNumber} ${errors['pagerNumber']}`,
  Preview: ({ form }) => `Page to ${form.pagerNumber}`,
  Note: () => 'Pagers are slow.',
})

vi.mock(import('@knockwire/domain/channels/registry'), async (importOriginal) => {
  const { channels } = await importOriginal()
  return { channels: { ...channels, PAGER: definition } }
})
vi.mock(import('@knockwire/domain/channels/setting-schemas'), async (importOriginal) => {
  const { settingSchemas } = await importOriginal()
  return { settingSchemas: { ...settingSchemas, PAGER: { Input: PagerSetting, View: PagerSetting } } }
})
vi.mock(import('./registry.ts'), async (importOriginal) => {
  const { channels } = await importOriginal()
  return { channels: { ...channels, PAGER: pager } }
})

const id = '01a1fb94-6970-7605-a58a-13722d4ffeca'
const task = { kind: 'task', id } as const
const receiver = { kind: 'receiver', id } as const
const view = {
  version: 1,
  id,
  receiverId: id,
  type,
  recipient: '7',
  when: { kind: 'EACH_REQUEST' },
  key: null,
  mute: null,
  createdAt: '2030-01-01T00:00:00Z',
  pagerSetting: { number: '7', pagerText: 'Hi' },
}

const markup = (element: ReactNode) =>
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(MantineProvider, null, element)),
  )

// Other files leave modules behind that have read the registries, and this one leaves none that has read these.
beforeAll(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@knockwire/domain/channels/registry')
  vi.doUnmock('@knockwire/domain/channels/setting-schemas')
  vi.doUnmock('./registry.ts')
  vi.resetModules()
})

describe('A channel that is added to both registries, and nowhere else,', () => {
  it('is offered to tasks and receivers with its own label and note', async () => {
    const { kindOf } = await import('../owner.ts')
    const { NotificationGroup } = await import('../notification-group.tsx')
    expect(kindOf(task).channelTypes).toContain(type)
    expect(kindOf(receiver).channelTypes).toContain(type)
    const actions = { owner: task, isDraft: false, onAdd: () => {}, onEdit: () => {}, onDelete: () => {} }
    const html = markup(createElement(NotificationGroup, { type, notifications: [], ...actions }))
    expect(html).toContain('No Pager notification configured')
    expect(html).toContain('Pagers are slow.')
  })

  it('is listed by its recipient', async () => {
    const { NotificationGroup } = await import('../notification-group.tsx')
    const notifications = [
      { id, version: 1, type, recipient: '7', rule: null, heartbeat: null, mute: null, setting: {} },
    ]
    const actions = { owner: task, isDraft: false, onAdd: () => {}, onEdit: () => {}, onDelete: () => {} }
    const html = markup(createElement(NotificationGroup, { type, notifications, ...actions }))
    expect(html).toContain('Pager number')
    expect(html).toContain('Edit notification to 7')
  })

  it('starts with the default templates of its owner', async () => {
    const { newForm } = await import('../notification-form.ts')
    expect(newForm(task, type, '').action).toMatchObject({ pagerTemplate: 'P task' })
    expect(newForm(receiver, type, '').action).toMatchObject({ pagerTemplate: 'P receiver' })
  })

  it('is read and sent with its own setting', async () => {
    const { formOf, storedOf, toInput } = await import('../notification-form.ts')
    const { kindOf } = await import('../owner.ts')
    const stored = storedOf((await kindOf(receiver).view()).parse(view))
    expect(stored).toMatchObject({ type, recipient: '7', rule: null, setting: view.pagerSetting })
    expect(toInput(receiver, formOf(receiver, stored))).toEqual({
      receiverId: id,
      when: { kind: 'EACH_REQUEST' },
      type,
      pagerSetting: view.pagerSetting,
    })
  })

  it('has its own fields and preview in the dialog', async () => {
    const { channels } = await import('./registry.ts')
    const { PreviewPanel } = await import('../dialog/preview-panel.tsx')
    const action: PagerForm = { type, pagerNumber: '7', pagerTemplate: 'Hi' }
    const { Fields } = channels[type]
    const fields = createElement(Fields, {
      fields: fieldGroup({ values: action, errors: { pagerNumber: 'is too short' }, apply: () => {} }),
      variables: [],
      dialog: {
        owner: receiver,
        notificationId: null,
        form: { rule: null, action },
        isDraft: false,
        onLeaving: () => {},
        onError: () => {},
      },
    })
    expect(markup(fields)).toContain('Number 7 is too short')
    const preview = { data: { subjectId: null, verdict: null, texts: {} }, isFetching: false, isError: false }
    const panel = createElement(PreviewPanel, {
      owner: receiver,
      isOfHeartbeat: false,
      action,
      preview: preview as never,
    })
    expect(markup(panel)).toContain('Page to 7')
  })

  it('has its label in the list of deliveries', async () => {
    const { DeliveryList } = await import('../../../components/deliveries/delivery-list.tsx')
    const delivery = {
      id,
      response: null,
      notificationId: id,
      type,
      recipient: '7',
      condition: null,
      status: 'DELIVERED',
      attempts: 1,
    } as const
    const results = [{ ...delivery, error: null, joinedTo: null, deliveredAt: null, nextAttemptAt: null }]
    expect(markup(createElement(DeliveryList, { results, none: '' }))).toContain('Pager to 7')
  })
})
