import { expect, it } from 'vitest'
import { channelOptions } from './slack-fields.tsx'

const channel = { id: '01a1fb94-6970-7605-a58a-13722d4ffeca', teamName: 'Acme', channel: '#alerts' }
const labels = (...args: Parameters<typeof channelOptions>) => channelOptions(...args).map(({ label }) => label)

it('[SL-01, SL-03] the list offers the channels by name and team, then "New Slack channel"', () => {
  expect(labels([channel], channel.id)).toEqual(['#alerts (Acme)', 'New Slack channel'])
  expect(labels([], '')).toEqual(['New Slack channel'])
})

it('the list keeps a chosen channel that is not in the list', () => {
  expect(labels([channel], 'other')).toEqual(['#alerts (Acme)', 'A deleted channel', 'New Slack channel'])
  expect(labels(undefined, 'other')).toEqual(['Loading…', 'New Slack channel'])
})
