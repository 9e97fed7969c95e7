import { exampleValues, type ReceiverTemplateValues, receiverVariables } from '@knockwire/domain/templates/variables'
import { describe, expect, it } from 'vitest'
import { messageOf, taskValues } from '../testing/message.ts'
import { eventOf, signatureHeaders } from './webhook-event.ts'

const setting = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '', template: '' } } as const

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
    const values = exampleValues(receiverVariables) as unknown as ReceiverTemplateValues
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
