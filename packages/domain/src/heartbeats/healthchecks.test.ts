import { describe, expect, it } from 'vitest'
import type { Expectation } from './expectation.ts'
import { defaultExpectation } from './heartbeat-rules.ts'
import { sentSignalOf } from './signals/sent-signal.ts'
import { advance } from './machine/deadlines.ts'
import { type HeartbeatEvent, newHeartbeat, shownState } from './machine/heartbeat-state.ts'
import { receive } from './machine/take-signal.ts'
import { pause, resume } from './machine/watch-changes.ts'

/*
 * Anyone who comes from Healthchecks changes the host name of their calls, and expects the same verdicts. Each case names the rule of its
 * documentation (healthchecks.io/docs). A receiver takes over a check's period, its grace time, and that grace time again as the
 * longest run, which is what Healthchecks allows a run.
 */

interface Case {
  /** As it is documented. */
  rule: string
  page: 'introduction' | 'configuring_checks' | 'measuring_script_run_time' | 'signaling_failures' | 'http_api'
  expectation?: Partial<Expectation>
  /** "seconds /what stands behind the ping URL"; `pause` and `resume` are done by a person. */
  signals: readonly string[]
  untilSeconds: number
  /** "seconds STATE", with the run's duration in seconds where the change has one. */
  verdict: readonly string[]
  /** As it is shown in the end, where that is no change. */
  shown?: 'LATE'
}

/** A minute, and ten seconds of grace. */
const check = { ...defaultExpectation, everySeconds: 60, graceSeconds: 10, maxRunSeconds: 10 }

const [first, second] = ['728b3763-ea80-4113-9fc0-f49b3adf226a', '728b3763-ea80-4113-9fc0-f49b3adf226b']

const same: readonly Case[] = [
  {
    rule: 'New: a check that has not received any pings yet is not late',
    page: 'introduction',
    signals: [],
    untilSeconds: 1_000_000,
    verdict: [],
  },
  {
    rule: 'Up: the last success signal has arrived on time',
    page: 'introduction',
    signals: ['0 /', '60 /', '125 /'],
    untilSeconds: 130,
    verdict: ['0 UP'],
  },
  {
    rule: 'Late: the signal is due, and not late by more than the grace time',
    page: 'introduction',
    signals: ['0 /'],
    untilSeconds: 65,
    verdict: ['0 UP'],
    shown: 'LATE',
  },
  {
    rule: 'a signal within the grace time ends the lateness, and nobody is notified',
    page: 'introduction',
    signals: ['0 /', '65 /'],
    untilSeconds: 66,
    verdict: ['0 UP'],
  },
  {
    rule: 'Down: the signal has not arrived, and the grace time has elapsed',
    page: 'introduction',
    signals: ['0 /'],
    untilSeconds: 71,
    verdict: ['0 UP', '70 DOWN'],
  },
  {
    rule: 'a success signal brings a check that is down up again',
    page: 'introduction',
    signals: ['0 /', '500 /'],
    untilSeconds: 501,
    verdict: ['0 UP', '70 DOWN', '500 UP'],
  },
  {
    rule: 'a cron schedule expects the signal at the correct time, not at an interval',
    page: 'configuring_checks',
    expectation: { mode: 'CRON', expression: '0 * * * *', timezone: 'UTC' },
    signals: ['100 /', '3605 /'],
    untilSeconds: 7211,
    verdict: ['100 UP', '7210 DOWN'],
  },
  {
    rule: 'the cron expression is read in the time zone of the server that is monitored',
    page: 'configuring_checks',
    // 03:00 in New York was 08:00 in UTC on that day.
    expectation: { mode: 'CRON', expression: '0 3 * * *', timezone: 'America/New_York' },
    signals: ['100 /'],
    untilSeconds: 8 * 3600 + 11,
    verdict: ['100 UP', `${8 * 3600 + 10} DOWN`],
  },
  {
    rule: '/fail is a failure at once',
    page: 'signaling_failures',
    signals: ['0 /', '30 /fail'],
    untilSeconds: 31,
    verdict: ['0 UP', '30 DOWN'],
  },
  {
    rule: '/fail as the first ping of all is a failure',
    page: 'signaling_failures',
    signals: ['30 /fail'],
    untilSeconds: 31,
    verdict: ['30 DOWN'],
  },
  {
    rule: '/fail, then success: down, then up',
    page: 'signaling_failures',
    signals: ['0 /', '30 /fail', '40 /'],
    untilSeconds: 41,
    verdict: ['0 UP', '30 DOWN', '40 UP'],
  },
  {
    rule: 'exit status 0 is a success',
    page: 'signaling_failures',
    signals: ['0 /0', '60 /0'],
    untilSeconds: 61,
    verdict: ['0 UP'],
  },
  {
    rule: 'every other exit status is a failure',
    page: 'signaling_failures',
    signals: ['0 /', '10 /1', '20 /0', '30 /255'],
    untilSeconds: 31,
    verdict: ['0 UP', '10 DOWN', '20 UP', '30 DOWN'],
  },
  {
    rule: '/log changes no status, and is no signal that was expected',
    page: 'http_api',
    signals: ['0 /', '30 /log', '65 /log'],
    untilSeconds: 71,
    verdict: ['0 UP', '70 DOWN'],
  },
  {
    rule: '/log brings no check up that is down',
    page: 'http_api',
    signals: ['0 /fail', '30 /log'],
    untilSeconds: 31,
    verdict: ['0 DOWN'],
  },
  {
    rule: 'the run time is the gap between adjacent start and success signals',
    page: 'measuring_script_run_time',
    signals: ['0 /start', '4 /'],
    untilSeconds: 5,
    verdict: ['0 RUNNING', '4 UP after 4'],
  },
  {
    rule: 'of two starts, the adjacent one counts',
    page: 'measuring_script_run_time',
    signals: ['0 /start', '5 /start', '8 /'],
    untilSeconds: 9,
    verdict: ['0 RUNNING', '8 UP after 3'],
  },
  {
    rule: 'a start that is followed by /fail has a run time, too',
    page: 'measuring_script_run_time',
    signals: ['0 /start', '4 /fail'],
    untilSeconds: 5,
    verdict: ['0 RUNNING', '4 DOWN after 4'],
  },
  {
    rule: 'a start without a success within the grace time is a failure',
    page: 'measuring_script_run_time',
    signals: ['0 /', '20 /start'],
    untilSeconds: 31,
    verdict: ['0 UP', '20 RUNNING', '30 DOWN after 10'],
  },
  {
    rule: 'a start as the first ping of all sets off the same timer',
    page: 'measuring_script_run_time',
    signals: ['0 /start'],
    untilSeconds: 11,
    verdict: ['0 RUNNING', '10 DOWN after 10'],
  },
  {
    rule: 'a start brings no check up that is down',
    page: 'measuring_script_run_time',
    signals: ['0 /fail', '5 /start', '8 /'],
    untilSeconds: 9,
    verdict: ['0 DOWN', '8 UP after 3'],
  },
  {
    rule: 'with run IDs, each success is measured from its own start',
    page: 'measuring_script_run_time',
    expectation: { maxRunSeconds: 60 },
    signals: [`0 /start?rid=${first}`, `10 /start?rid=${second}`, `15 /?rid=${first}`, `40 /?rid=${second}`],
    untilSeconds: 41,
    verdict: ['0 RUNNING', '40 UP after 30'],
  },
  {
    rule: 'a paused check with "Ignore the ping, stay in the paused state" ignores it',
    page: 'configuring_checks',
    signals: ['0 /', '10 pause', '20 /', '30 /fail'],
    untilSeconds: 1000,
    verdict: ['0 UP', '10 PAUSED'],
  },
]

interface Difference extends Case {
  /** What Healthchecks does. */
  theirs: string
  why: string
}

const different: readonly Difference[] = [
  {
    rule: 'a ping brings a paused check back',
    page: 'configuring_checks',
    signals: ['0 /', '10 pause', '20 /'],
    untilSeconds: 21,
    verdict: ['0 UP', '10 PAUSED'],
    theirs: 'up at 20 s, unless the check is set to ignore it',
    why: 'A receiver that is disabled takes no requests at all, heartbeat or not. Activating it is what resumes it.',
  },
  {
    rule: 'a check that is resumed expects its next ping by the last one',
    page: 'configuring_checks',
    signals: ['0 /', '10 pause', '1000 resume'],
    untilSeconds: 1065,
    verdict: ['0 UP', '10 PAUSED', '1000 NEW'],
    theirs: 'new, and nothing is expected before the next ping',
    why: 'A job that never comes back after the pause would not be noticed: the next signal is expected a period later.',
  },
  {
    rule: 'only the execution time of the most recently started run is monitored',
    page: 'measuring_script_run_time',
    signals: [`0 /start?rid=${first}`, `5 /start?rid=${second}`, `9 /?rid=${second}`],
    untilSeconds: 11,
    verdict: ['0 RUNNING', '10 DOWN after 10'],
    theirs: 'no alert, since the run that started last has ended in time',
    why: 'A run that hangs is what run IDs are for: each open one has its own time limit.',
  },
  {
    rule: 'a run time of more than 72 hours is not shown',
    page: 'measuring_script_run_time',
    expectation: { maxRunSeconds: 400_000 },
    signals: ['0 /start', '300000 /'],
    untilSeconds: 300_001,
    verdict: ['0 RUNNING', '300000 UP after 300000'],
    theirs: 'the two are taken for unrelated',
    why: 'There are jobs of four days. A start that is never ended is lost as soon as the next signal is overdue, or its limit is over.',
  },
  {
    rule: 'the grace time limits a run, too',
    page: 'configuring_checks',
    expectation: { maxRunSeconds: null },
    signals: ['0 /', '20 /start', '75 /'],
    untilSeconds: 76,
    verdict: ['0 UP', '20 RUNNING', '75 UP after 55'],
    theirs: 'down at 30 s',
    why: 'How late a job may be and how long it may take are two questions, and so two fields. Without a limit, a run may last until the next signal is overdue.',
  },
  {
    rule: 'a check that is running may be late by the ping before it',
    page: 'measuring_script_run_time',
    expectation: { maxRunSeconds: 120 },
    signals: ['0 /', '50 /start', '160 /'],
    untilSeconds: 161,
    verdict: ['0 UP', '50 RUNNING', '160 UP after 110'],
    theirs: 'down at 70 s, for no success came by then',
    why: 'A run that may take longer than the period has its own limit; while it runs, silence is none.',
  },
]

/*
 * What no state decides differs as follows, and is tested where it is made. HEAD is a ping there; here only where the receiver says so, since
 * anyone who shows a preview of a link sends one. There are hourly and daily reminders of checks that are down; here one message for each
 * incident. Keywords of a body say success, failure or start there; here a condition says what a success is, and any other request is
 * a failure.
 */

const verdictOf = ({ expectation = {}, signals, untilSeconds }: Case) => {
  const watch = { expectation: { ...check, ...expectation }, isLateWatched: false }
  let heartbeat = newHeartbeat(0, 'NEW')
  const events: HeartbeatEvent[] = []
  const step = (next: ReturnType<typeof advance>) => {
    heartbeat = next.heartbeat
    events.push(...next.events)
  }
  for (const signal of signals) {
    const [seconds = '', what = ''] = signal.split(' ')
    const atMs = Number(seconds) * 1000
    if (what === 'pause') step(pause(heartbeat, atMs))
    else if (what === 'resume') step(resume(heartbeat, watch, atMs))
    else step(receive(heartbeat, watch, { ...sentSignalOf(`/ping/${first}${what.replace(/^\/(?=\?|$)/, '')}`), atMs }))
  }
  step(advance(heartbeat, watch, untilSeconds * 1000))
  const changes = events.flatMap(({ change }) => (change === null ? [] : [change]))
  return {
    changes: changes.map(
      ({ atMs, state, durationMs }) =>
        `${atMs / 1000} ${state}${durationMs === null ? '' : ` after ${durationMs / 1000}`}`,
    ),
    shown: shownState(heartbeat, untilSeconds * 1000),
    last: heartbeat.state,
  }
}

describe('a receiver decides as Healthchecks documents it', () => {
  it.each(same)('$page: $rule', (one) => {
    const { changes, shown, last } = verdictOf(one)
    expect(changes).toEqual(one.verdict)
    expect(shown).toBe(one.shown ?? last)
  })
})

describe('a receiver decides otherwise, with a reason, than Healthchecks documents it', () => {
  it.each(different)('$page: $rule; $theirs', (one) => {
    expect(verdictOf(one).changes).toEqual(one.verdict)
  })
})
