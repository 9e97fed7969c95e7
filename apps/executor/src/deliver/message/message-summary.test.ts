import {
  exampleValues,
  receiverVariables,
  type ReceiverTemplateValues,
  type TaskTemplateValues,
  taskVariables,
} from '@knockwire/domain/templates/variables'
import { describe, expect, it } from 'vitest'
import { summarizeRequest, summarizeTaskEvent, summarizeTest } from './message-summary.ts'

const event: Parameters<typeof summarizeTaskEvent>[0] = {
  title: 'Shop front',
  url: 'https://knockwire.example/dashboard/tasks/1/executions/2',
  occasion: 'HOLDS',
  state: 'Down',
  isTest: false,
  verdict: { description: 'Status code equals 500', value: 500, count: 4, since: '2026-11-22T03:27:17.000Z' },
  body: null,
  before: { statusCode: 200, responseTimeMs: 2.44, error: null },
  now: { statusCode: 500, responseTimeMs: 123.4, error: null },
  at: new Date('2026-11-22T03:31:17.000Z'),
  timeZone: 'Europe/Berlin',
}

describe('summarizeTaskEvent', () => {
  it('says the state, what was and what is, when in the zone of the task, and for how long', () => {
    const { states, facts, title, action } = summarizeTaskEvent(event)
    expect({ title, action }).toEqual({
      title: 'Shop front',
      action: { label: 'Open this execution', url: event.url },
    })
    expect(states).toEqual([{ label: 'Down', tone: 'bad' }])
    expect(facts).toEqual([
      ['Before', '200 in 2.4 ms'],
      ['Now', '500 in 123 ms'],
      ['When', 'Nov 22, 2026, 04:31:17 (Europe/Berlin)'],
      ['For', '4 executions in a row, 4 min'],
    ])
  })

  it('says of a recovery how long it lasted, from when to when by the clock of the task', () => {
    const lasted = (since: string, count: number) =>
      summarizeTaskEvent({
        ...event,
        occasion: 'RECOVERED',
        state: 'Recovered',
        verdict: { description: 'D', value: 200, count, since },
      }).facts.at(-1)
    expect(lasted('2026-11-22T03:27:17.000Z', 4)).toEqual(['Lasted', '4 executions in a row, 4 min (04:27 to 04:31)'])
    expect(lasted('2026-11-22T03:30:17.000Z', 1)).toEqual(['Lasted', '1 min (04:30 to 04:31)'])
    expect(lasted('2026-11-21T03:31:17.000Z', 1)).toEqual(['Lasted', '1 d (Nov 21, 04:31 to Nov 22, 04:31)'])
  })

  it('quotes the beginning of a response that is an error, in one line, and of no other', () => {
    const body = '{\n  "error": "<b>pool</b> exhausted\u0007"\n}'
    const responseOf = (changes: Partial<typeof event>) =>
      summarizeTaskEvent({ ...event, body, ...changes }).facts.find(([label]) => label === 'Response')?.[1]
    expect(responseOf({})).toBe('{ "error": "<b>pool</b> exhausted " }')
    expect(responseOf({ now: { statusCode: 200, responseTimeMs: 1, error: null } })).toBeUndefined()
    expect(responseOf({ body: null })).toBeUndefined()
    expect(responseOf({ body: 'x'.repeat(300) })).toHaveLength(200)
  })

  it('says why no response came, and that a test is a test', () => {
    const now = { statusCode: null, responseTimeMs: null, error: 'The connection was refused.' }
    const { states, facts } = summarizeTaskEvent({ ...event, now, before: null, isTest: true })
    expect(states).toEqual([
      { label: 'Test', tone: 'neutral' },
      { label: 'Down', tone: 'bad' },
    ])
    expect(facts[0]).toEqual(['Now', 'The connection was refused.'])
  })

  it('is short where little is known', () => {
    const now = { statusCode: 500, responseTimeMs: null, error: null }
    const { facts } = summarizeTaskEvent({ ...event, now, before: null, verdict: null })
    expect(facts).toEqual([
      ['Now', '500'],
      ['When', 'Nov 22, 2026, 04:31:17 (Europe/Berlin)'],
    ])
  })

  it.each([
    [{ count: undefined, since: undefined }, undefined],
    [{ count: 1, since: undefined }, undefined],
    [{ count: 1, since: '2026-11-22T03:31:16.001Z' }, undefined],
    [{ count: 2, since: '2026-11-22T03:31:16.000Z' }, '2 executions in a row, 1 s'],
  ])('says for how many executions a condition has held: %j', ({ count, since }, text) => {
    const verdict = {
      description: 'Status code equals 500',
      value: 500,
      ...(count !== undefined && { count }),
      ...(since !== undefined && { since }),
    }
    expect(summarizeTaskEvent({ ...event, verdict }).facts.find(([label]) => label === 'For')?.[1]).toBe(text)
  })

  it.each([
    ['a  b\n\tc', 'a b c'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    [`${'x'.repeat(198)}😀x`, `${'x'.repeat(198)}…`],
  ])('shows a value in one line of 200 characters', (value, text) => {
    const verdict = { description: 'has changed', value, previousValue: value }
    expect(summarizeTaskEvent({ ...event, verdict }).facts.slice(0, 2)).toEqual([
      ['Before', text],
      ['Now', text],
    ])
  })

  it('shows the values of a condition that looks at changes instead of the codes', () => {
    const verdict = { description: 'JSON body at $.price has changed', value: 110, previousValue: 105 }
    expect(summarizeTaskEvent({ ...event, verdict }).facts.slice(0, 2)).toEqual([
      ['Before', '105'],
      ['Now', '110'],
    ])
  })

  it('says of what could not be read why', () => {
    const reason = 'JSON body at $.a could not be read: The body is not JSON.'
    const verdict = { description: 'No response, or …', value: 503, unread: [reason] }
    expect(summarizeTaskEvent({ ...event, verdict }).facts).toContainEqual(['Note', reason])
  })

  it('says for how long it had matched before it recovered', () => {
    const { states, facts } = summarizeTaskEvent({ ...event, occasion: 'RECOVERED', state: 'Recovered' })
    expect(states).toEqual([{ label: 'Recovered', tone: 'good' }])
    expect(facts.at(-1)).toEqual(['Lasted', '4 executions in a row, 4 min (04:27 to 04:31)'])
  })
})

it('a received request is summed up by who sent it and when', () => {
  const summary = summarizeRequest({
    title: 'Orders',
    url: 'https://knockwire.example/dashboard/receivers/1/requests/2',
    method: 'PUT',
    remoteAddress: '192.0.2.1',
    at: event.at,
    alert: null,
  })
  expect(summary).toEqual({
    states: [{ label: 'Request received', tone: 'neutral' }],
    title: 'Orders',
    facts: [
      ['Request', 'PUT from 192.0.2.1'],
      ['When', 'Nov 22, 2026, 03:31:17 (UTC)'],
    ],
    action: { label: 'Open this request', url: 'https://knockwire.example/dashboard/receivers/1/requests/2' },
  })
})

describe('a notification that is tried out', () => {
  const values = exampleValues(taskVariables) as unknown as TaskTemplateValues
  const testState = { label: 'Test', tone: 'neutral' }
  const nowOf = (response: object, error: string | null) =>
    summarizeTest({
      ...values,
      response: { ...values.response, ...response },
      execution: { ...values.execution, error },
    }).facts

  it('is summed up by the values of its preview, of a task', () => {
    expect(summarizeTest(values)).toEqual({
      states: [testState],
      title: values.task.name,
      facts: [['Now', String(values.response.code)]],
      action: { label: 'Open this execution', url: values.execution.url },
    })
    const url = 'https://knockwire.example/dashboard/tasks/1'
    expect(summarizeTest({ ...values, execution: { ...values.execution, url } }).action).toEqual({
      label: 'Open this task',
      url,
    })
    expect(nowOf({ code: null }, 'It timed out.')).toEqual([['Now', 'It timed out.']])
    expect(nowOf({ code: null }, null)).toEqual([['Now', 'No response']])
    expect(nowOf({ code: 503 }, 'It timed out.')).toEqual([['Now', '503']])
  })

  it('is summed up by the values of its preview, of a receiver', () => {
    const example = exampleValues(receiverVariables) as unknown as ReceiverTemplateValues
    const { receiver, request } = example
    expect(summarizeTest(example)).toEqual({
      states: [testState],
      title: receiver.name,
      facts: [['Request', `${request.method} from ${request.remoteAddress}`]],
      action: { label: 'Open this request', url: receiver.detailUrl },
    })
  })
})
