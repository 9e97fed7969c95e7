import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { AccountOutcomes, gaugeAccounts } from './account-outcomes.ts'

const minuteMs = 60_000

it('an account counts once, however many outcomes it has, and as failing where most of them are failures', () => {
  const outcomes = new AccountOutcomes({ windowMinutes: 10, now: () => 0 })
  for (let run = 0; run < 1000; run += 1) outcomes.note('broken', true)
  for (const isFailure of [false, false, true]) outcomes.note('mostly well', isFailure)
  for (const isFailure of [true, false]) outcomes.note('half', isFailure)
  expect(outcomes.counts()).toEqual({ active: 3, failing: 1 })
})

it('an outcome counts for as many minutes as the window has, and no longer', () => {
  let nowMs = 0
  const outcomes = new AccountOutcomes({ windowMinutes: 10, now: () => nowMs })
  outcomes.note('a', true)
  nowMs = 5 * minuteMs
  outcomes.note('b', false)
  nowMs = 10 * minuteMs - 1
  expect(outcomes.counts()).toEqual({ active: 2, failing: 1 })
  nowMs = 10 * minuteMs
  expect(outcomes.counts()).toEqual({ active: 1, failing: 0 })
  nowMs = 15 * minuteMs
  expect(outcomes.counts()).toEqual({ active: 0, failing: 0 })
})

it('the gauges have a label for the state, and one for the channel where there are channels; no account is a label', async () => {
  const registry = new Registry()
  const counts = { active: 3, failing: 1 }
  gaugeAccounts(registry, { name: 'runs', help: 'Runs.', byChannel: () => [[null, counts]] })
  gaugeAccounts(registry, { name: 'deliveries', help: 'Deliveries.', byChannel: () => [['slack', counts]] })
  const samples = (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line))
  expect(samples).toEqual([
    'runs{state="active"} 3',
    'runs{state="failing"} 1',
    'deliveries{channel="slack",state="active"} 3',
    'deliveries{channel="slack",state="failing"} 1',
  ])
})
