import { expect, it } from 'vitest'
import { muteLabel } from './mute-state.tsx'

const now = new Date(2026, 10, 28, 16, 0)
const at = (...parts: [year: number, month: number, day: number, hour: number, minute: number]) => ({
  until: new Date(...parts).toISOString(),
})

it.each([
  [null, null],
  [{ until: null }, 'Muted'],
  [at(2026, 10, 28, 17, 0), 'Muted until 5:00 PM'],
  [at(2026, 10, 29, 9, 30), 'Muted until Nov 29, 9:30 AM'],
  [at(2027, 0, 2, 0, 0), 'Muted until Jan 2, 2027, 12:00 AM'],
  [at(2026, 10, 28, 15, 59), null],
])('a mute of %o reads: %s', (mute, label) => {
  expect(muteLabel(mute, now.getTime())).toBe(label)
})
