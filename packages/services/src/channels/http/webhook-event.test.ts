import { exampleValues, type ReceiverTemplateValues, receiverVariables } from '@knockwire/domain/templates/variables'
import { noHeartbeat } from '@knockwire/domain/notifications/template-values'
import { describe, expect, it } from 'vitest'
import { messageOf, taskValues } from '../testing/message.ts'
import { eventOf, signatureHeaders } from './webhook-event.ts'

const setting = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '', template: '' } } as const

const receiverValues = exampleValues(receiverVariables) as unknown as ReceiverTemplateValues

describe('the event of a notification', () => {
  it.each([
    ['HOLDS', 'condition.holds'],
    ['RECOVERED', 'condition.recovered'],
    ['TEST', 'notification.test'],
  ] as const)('of a task is, for %s, %s with all but bodies and headers', (occasion, type) => {
    expect(eventOf(messageOf(setting, { occasion }))).toStrictEqual({
      type,
      timestamp: '2026-11-22T04:31:17.250Z',
      data: {
        task: taskValues.task,
        condition: taskValues.condition,
        execution: taskValues.execution,
        alert: taskValues.alert,
        response: { code: 500, time: 123 },
      },
    })
  })

  it('of a receiver is a received request with all but bodies and headers', () => {
    const values = { ...receiverValues, heartbeat: noHeartbeat }
    expect(eventOf(messageOf(setting, { occasion: 'REQUEST', values }))).toStrictEqual({
      type: 'request.received',
      timestamp: '2026-11-22T04:31:17.250Z',
      data: {
        receiver: values.receiver,
        request: { method: 'POST', remoteAddress: '203.0.113.7' },
        response: { code: 200 },
      },
    })
  })
})

describe('the event of a receiver’s alert', () => {
  it.each([
    ['HOLDS', 'condition.holds'],
    ['RECOVERED', 'condition.recovered'],
    ['TEST', 'notification.test'],
  ] as const)('is, for %s of a condition, %s with the condition', (occasion, type) => {
    const values = { ...receiverValues, heartbeat: noHeartbeat }
    const { receiver, condition, alert } = values
    expect(eventOf(messageOf(setting, { occasion, values }))).toMatchObject({
      type,
      data: { receiver, condition, alert },
    })
  })

  it.each([
    ['HOLDS', 'DOWN', 'heartbeat.down'],
    ['HOLDS', 'LATE', 'heartbeat.late'],
    ['RECOVERED', 'UP', 'heartbeat.recovered'],
    ['TEST', 'DOWN', 'notification.test'],
  ] as const)('is, for %s of a heartbeat that is %s, %s with the heartbeat and no request', (occasion, state, type) => {
    const values = { ...receiverValues, heartbeat: { ...receiverValues.heartbeat, state } }
    const { receiver, heartbeat, alert } = values
    expect(eventOf(messageOf(setting, { occasion, values }))).toStrictEqual({
      type,
      timestamp: '2026-11-22T04:31:17.250Z',
      data: { receiver, heartbeat, alert },
    })
  })
})

describe('the signature of a notification', () => {
  // Of the Standard Webhooks' own reference libraries.
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    epochSecond: 1614265330,
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }

  it('is that of the Standard Webhooks', () => {
    expect(signatureHeaders(example)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is made with what stands behind the prefix, which is none anywhere else', () => {
    const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const signatureOf = (secret: string) => signatureHeaders({ ...example, secret })['webhook-signature']
    expect(signatureOf(key)).toBe(signatureOf(example.secret))
    expect(signatureOf(`${key}whsec_abcd`)).not.toBe(signatureOf(`${key}abcd`))
  })
})
