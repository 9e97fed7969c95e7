import { describe, expect, it } from 'vitest'
import { durationText, summarizeTaskEvent } from './message-summary.ts'

const event: Parameters<typeof summarizeTaskEvent>[0] = {
  title: 'Shop front',
  url: 'https://knockwire.example/dashboard/tasks/1/executions/2',
  occasion: 'HOLDS',
  isTest: false,
  verdict: { description: 'Response code equals 500', value: 500, count: 4, since: '2026-11-22T03:27:17.000Z' },
  before: { statusCode: 200, responseTimeMs: 11.6, error: null },
  now: { statusCode: 500, responseTimeMs: 123.4, error: null },
  at: new Date('2026-11-22T03:31:17.000Z'),
  timeZone: 'Europe/Berlin',
}

describe('summarizeTaskEvent', () => {
  it('says the state, what was and what is, when in the zone of the task, and for how long', () => {
    const { states, facts } = summarizeTaskEvent(event)
    expect(states).toEqual([{ label: 'Condition met', tone: 'bad' }])
    expect(facts).toEqual([
      ['Before', '200 in 12 ms'],
      ['Now', '500 in 123 ms'],
      ['When', 'Nov 22, 2026, 04:31:17 (Europe/Berlin)'],
      ['For', '4 executions in a row, 4 min'],
    ])
  })

  it('says that an execution without a response failed and why, and that a test is a test', () => {
    const now = { statusCode: null, responseTimeMs: null, error: 'The connection was refused.' }
    const { states, facts } = summarizeTaskEvent({ ...event, now, before: null, isTest: true })
    expect(states.map(({ label }) => label)).toEqual(['Test', 'Failed'])
    expect(facts[0]).toEqual(['Now', 'The connection was refused.'])
  })

  it('shows the values of a condition that looks at changes instead of the codes', () => {
    const verdict = { description: 'JSON body at $.price has changed', value: 110, previousValue: 105 }
    expect(summarizeTaskEvent({ ...event, verdict }).facts.slice(0, 2)).toEqual([
      ['Before', '105'],
      ['Now', '110'],
    ])
  })

  it('says for how long it had matched before it recovered', () => {
    const { states, facts } = summarizeTaskEvent({ ...event, occasion: 'RECOVERED' })
    expect(states).toEqual([{ label: 'Recovered', tone: 'good' }])
    expect(facts.at(-1)).toEqual(['Matched for', '4 executions in a row, 4 min'])
  })
})

it.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [240_000, '4 min'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('a duration of %i ms is %s', (ms, text) => expect(durationText(ms)).toBe(text))
