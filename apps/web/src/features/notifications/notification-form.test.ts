import { defaultCondition, defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { NotificationView, SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import { RequestMethod } from '@knockwire/domain/requests/request-target'
import { defaultReceiverTemplates, defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { describe, expect, it } from 'vitest'
import type { NotificationForm } from './channels/channel.ts'
import { formOf, newForm, storedOf, toInput, withKind } from './notification-form.ts'
import { notificationMergeFields } from './notification-merge.ts'

const id = '01a1fb94-6970-7605-a58a-13722d4ffeca'
const task = { kind: 'task', id } as const
const receiver = { kind: 'receiver', id } as const

/** The body of the call that saves it. */
const inputOf = (form: NotificationForm) => SaveNotificationInput.parse(toInput(task, form))

describe('a new notification', () => {
  it.each([
    ['EMAIL', { emailSetting: { address: 'ada@example.com' } }],
    ['SMS', { smsSetting: { countryCode: '+1', phoneNumber: '' } }],
    ['SLACK', { slackSetting: { channelId: '' } }],
    ['HTTP', { request: { target: { method: 'GET', uri: 'http://', body: null } } }],
  ] as const)(
    '[TN-21, TN-50, TN-52, TN-56] of type %s has the default condition and its own setting',
    (type, setting) => {
      const input = inputOf(newForm(task, type, 'ada@example.com'))
      const firing = { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 1 }
      expect(input).toMatchObject({ type, condition: defaultCondition, firing, ...setting })
      expect(Object.keys(input).filter((key) => /Setting|request/.test(key))).toEqual(Object.keys(setting))
    },
  )

  it('[TN-58, RN-16] starts with the default templates of its owner', () => {
    expect(newForm(task, 'EMAIL', '').action).toMatchObject({ emailTemplate: defaultTaskTemplates.emailTemplate })
    expect(newForm(task, 'SMS', '').action).toMatchObject({ smsTemplate: defaultTaskTemplates.smsTemplate })
    expect(newForm(receiver, 'SLACK', '')).toMatchObject({
      rule: null,
      action: { messageTemplate: defaultReceiverTemplates.messageTemplate },
    })
  })

  it('of a receiver starts with the default message of its kind, and keeps one that was changed', () => {
    const each = newForm(receiver, 'EMAIL', 'ada@example.com')
    expect(toInput(receiver, each)).toMatchObject({ when: { kind: 'EACH_REQUEST' } })
    const matching = withKind(each, 'REQUEST')
    expect(toInput(receiver, matching)).toMatchObject({
      when: { kind: 'REQUEST', condition: defaultRequestCondition, ...defaultFiring },
      emailSetting: { subject: '[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}' },
    })
    expect(withKind(matching, 'EACH_REQUEST')).toEqual(each)
    const own = { ...each, action: { ...each.action, emailSubject: 'Mine' } }
    expect(withKind(own, 'REQUEST').action).toMatchObject({ emailSubject: 'Mine' })
  })

  it('of a receiver that expects calls tells of those that do not come', () => {
    const form = newForm({ ...receiver, expectationMode: 'EVERY' }, 'EMAIL', 'ada@example.com')
    expect(toInput(receiver, form)).toMatchObject({
      when: { kind: 'HEARTBEAT', notifyOnRecovery: true, notifyWhenLate: false, afterInARow: 1, recoverAfterInARow: 1 },
      emailSetting: { subject: '[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}' },
    })
    expect(withKind(form, 'EACH_REQUEST')).toEqual(newForm(receiver, 'EMAIL', 'ada@example.com'))
  })

  it('of a receiver whose requests are counted speaks of counts where two saves conflict', () => {
    const form = newForm({ ...receiver, expectationMode: 'LEARNED' }, 'EMAIL', 'ada@example.com')
    const field = notificationMergeFields(form, 'LEARNED').find(({ key }) => key === 'heartbeat')
    expect([field?.label, field?.text(form)]).toEqual([
      'Unusual number of requests',
      'When fewer requests than usual arrive and on recovery',
    ])
  })

  it.each(RequestMethod.options)('[TN-51, TN-54] sends a body with POST, PUT and PATCH alone: %s', (requestMethod) => {
    const { rule, action } = newForm(task, 'HTTP', '')
    const chosen = { ...action, requestMethod }
    const { request } = inputOf({ rule, action: chosen })
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(requestMethod)
    expect(request?.target.body).toBe(hasBody ? defaultTaskTemplates.requestBody : null)
  })
})

describe('an edited notification', () => {
  const common = { id, taskId: id, recipient: 'r', condition: defaultCondition, firing: defaultFiring }
  const createdAt = '2026-01-01T00:00:00.000Z'
  const target = {
    uri: 'https://hooks.example.com',
    method: 'POST',
    headers: [['X-Key', '1']],
    body: '{{ task.name }}',
    basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true },
    followRedirect: false,
    allowInsecureCerts: true,
  }

  it.each([
    ['EMAIL', { emailSetting: { address: 'ops@example.com', subject: 's', template: 't' } }],
    ['SMS', { smsSetting: { countryCode: '+1', phoneNumber: '(604) 555-0199', template: 't' } }],
    ['SLACK', { slackSetting: { channelId: id, messageTemplate: 't' } }],
    ['HTTP', { request: { target: { ...target, basicAuth: { status: 'ENABLED', username: 'ada' } } } }],
  ] as const)('%s is sent back as it was read where nothing was changed', (type, sent) => {
    const read = {
      SMS: { smsSetting: { countryCode: '+1', phoneNumber: '+16045550199', template: 't' } },
      SLACK: { slackSetting: { channelId: id, messageTemplate: 't', teamName: 'Acme', channel: '#alerts' } },
      HTTP: { request: { target } },
      EMAIL: sent,
    }[type]
    const view = NotificationView.parse({ ...common, version: 1, type, key: null, mute: null, createdAt, ...read })
    const { firing, condition } = common
    expect(inputOf(formOf(task, storedOf(view)))).toEqual({ type, taskId: id, condition, firing, ...sent })
  })
})
