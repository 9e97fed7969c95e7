import { describe, expect, it } from 'vitest'
import { type AlertState, decideFiring, needsState, type Observed, noAlert, defaultFiring } from './firing-rules.ts'
import { Firing } from './firing.ts'

const observations: Record<string, Observed> = { H: 'holds', '-': 'does-not-hold', '?': 'unknown' }
const signs = { HOLDS: '!', RECOVERED: 'R' }

/** One sign for each execution: H holds, - does not, ? unknown, muted in parentheses; due: ! it holds, R it recovered, . nothing. */
const notificationsOf = (firing: Partial<Firing>, executions: string, from: AlertState = noAlert): string => {
  let state = from
  let isMuted = false
  return Array.from(executions, (sign) => {
    if (sign === '(' || sign === ')') {
      isMuted = sign === '('
      return sign
    }
    const observed = observations[sign] ?? 'unknown'
    const decision = decideFiring({ ...defaultFiring, ...firing }, state, { observed, isMuted })
    state = decision.state
    return decision.occasion === null ? '.' : signs[decision.occasion]
  }).join('')
}

const unmuted = (observed: Observed) => ({ observed, isMuted: false })

const onStart = { mode: 'ON_START' } as const
const withRecovery = { ...onStart, notifyOnRecovery: true } as const

describe('when a notification fires', () => {
  it.each<[string, Partial<Firing>, executions: string, expected: string]>([
    ['each time it holds', {}, 'H-HH?H', '!.!!.!'],
    ['each time from the third in a row on', { afterInARow: 3 }, 'HHHH-HHH', '..!!...!'],
    ['a row that something unreadable is part of is not broken by it', { afterInARow: 2 }, 'H?H', '..!'],
    ['EVERY_TIME never notifies of a recovery', { notifyOnRecovery: true }, 'H-H-', '!.!.'],
    ['once when it starts, and again when it starts again', onStart, 'HHH-HH', '!...!.'],
    ['nothing when it stops, unless that is requested', onStart, 'H-', '!.'],
    ['when it stops too', withRecovery, 'HH--H-', '!.R.!R'],
    ['nothing of an end of which the start was not notified', { ...withRecovery, afterInARow: 3 }, 'HH-', '...'],
    ['the start after three in a row, the end at once', { ...withRecovery, afterInARow: 3 }, 'HHHH-HHH', '..!.R..!'],
    ['no recovery by what could not be read', withRecovery, 'H??-', '!..R'],
    ['nothing at all where it never holds', withRecovery, '--?-', '....'],
    ['a recovery after two in a row only', { ...withRecovery, recoverAfterInARow: 2 }, 'H-H--H', '!...R!'],
    ['a flapping target once', { ...onStart, recoverAfterInARow: 3 }, 'H-H--H-H---H', '!..........!'],
    ['an unreadable value breaks no row of recoveries', { ...withRecovery, recoverAfterInARow: 2 }, 'H-?-', '!..R'],
    [
      'a start that was not notified is forgotten at once',
      { ...onStart, afterInARow: 2, recoverAfterInARow: 3 },
      'H-HH',
      '...!',
    ],
    ['EVERY_TIME knows no recovery to wait for', { recoverAfterInARow: 3 }, 'H-H', '!.!'],
  ])('%s', (_what, firing, executions, expected) => {
    expect(notificationsOf(firing, executions)).toBe(expected)
  })

  it.each<[string, Partial<Firing>, executions: string, expected: string]>([
    ['an alert that is withheld is due again once the mute has ended', withRecovery, '(HH)HH', '(!.)!.'],
    ['one that was sent before the mute is not', withRecovery, 'H(HH)HH', '!(..)..'],
    ['a recovery within the mute ends both', withRecovery, 'H(-)-H', '!(R).!'],
    ['a withheld alert and its recovery within the mute leave nothing', withRecovery, '(H-)-', '(!R).'],
    ['nobody is notified of the end of an alert that was withheld', withRecovery, '(H)-', '(!).'],
    ['the recovery of the alert that followed the mute is due', withRecovery, '(H)H-', '(!)!R'],
    ['a second mute withholds the alert again, and is recorded once', withRecovery, '(H)(H)H', '(!)(.)!'],
    ['EVERY_TIME is due at each, muted or not', {}, '(HH)H', '(!!)!'],
    ['an unreadable value ends no withheld alert', withRecovery, '(H)?H', '(!).!'],
  ])('muted for a while: %s', (_what, firing, executions, expected) => {
    expect(notificationsOf(firing, executions)).toBe(expected)
  })

  it('goes on after a restart where it was', () => {
    expect(notificationsOf(withRecovery, 'H-', { ...noAlert, isNotified: true, consecutiveMatches: 7 })).toBe('.R')
    expect(notificationsOf({ afterInARow: 3 }, 'H', { ...noAlert, consecutiveMatches: 2 })).toBe('!')
  })

  it('notifies of the start once, whatever has been remembered under EVERY_TIME', () => {
    const { state } = decideFiring(
      defaultFiring,
      { ...noAlert, isNotified: true, consecutiveMatches: 5 },
      unmuted('holds'),
    )
    expect(notificationsOf(onStart, 'HH', state)).toBe('!.')
  })

  it('notifies of no recovery under EVERY_TIME, whatever has been remembered under ON_START', () => {
    const remembered = { ...noAlert, isNotified: true, consecutiveMatches: 1 }
    expect(notificationsOf({ notifyOnRecovery: true }, '-', remembered)).toBe('.')
  })

  it('is each time and at once, without a recovery, unless it is said', () => {
    expect(Firing.parse({})).toEqual(defaultFiring)
  })

  it('does not count for ever', () => {
    const { state } = decideFiring(
      onStartLong,
      { ...noAlert, isNotified: true, consecutiveMatches: 1000 },
      unmuted('holds'),
    )
    expect(state).toEqual({ ...noAlert, isNotified: true, consecutiveMatches: 1000 })
  })
})

const onStartLong: Firing = { ...defaultFiring, mode: 'ON_START', afterInARow: 100 }

it.each<[Partial<Firing>, boolean]>([
  [{}, false],
  [{ afterInARow: 2 }, true],
  [onStart, true],
])('%o depends on earlier executions: %s', (firing, expected) => {
  expect(needsState({ ...defaultFiring, ...firing })).toBe(expected)
})
