import { describe, expect, it } from 'vitest'
import { findChannel, nameOfChannel } from './named-channels.ts'

const channels = [
  { id: '1', teamName: 'Acme', channel: '#ops' },
  { id: '2', teamName: 'Beta', channel: '#ops' },
  { id: '3', teamName: 'Beta', channel: '#shop' },
  { id: '4', teamName: 'Twin', channel: '#old' },
  { id: '5', teamName: 'Twin', channel: '#old' },
]

describe('a Slack channel', () => {
  it.each([
    ['#shop', '3'],
    ['shop', '3'],
    ['Acme/#ops', '1'],
    ['Beta/ops', '2'],
    ['4', '4'],
  ])('is found as %s', (written, id) => {
    expect(findChannel(written, channels)).toEqual({ channel: expect.objectContaining({ id }) })
  })

  it.each([
    ['#none', 'No Slack channel #none is connected. Connect it in the dashboard.'],
    ['', 'No Slack channel  is connected. Connect it in the dashboard.'],
    ['Gamma/#ops', 'No Slack channel Gamma/#ops is connected. Connect it in the dashboard.'],
    ['#ops', 'Several Slack channels are called #ops. Write one of Acme/#ops, Beta/#ops.'],
    ['Twin/old', 'Several Slack channels are called Twin/old. Write one of 4, 5.'],
  ])('is not found as %s, and why is said', (written, problem) => {
    expect(findChannel(written, channels)).toEqual({ problem })
  })

  it('is called by the shortest name that finds it', () => {
    const names = channels.map((channel) => nameOfChannel(channel, channels))
    expect(names).toEqual(['Acme/#ops', 'Beta/#ops', '#shop', '4', '5'])
    for (const [index, name] of names.entries())
      expect(findChannel(name, channels)).toEqual({ channel: channels[index] })
  })
})
