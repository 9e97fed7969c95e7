import { durationText, runDurationText } from '../text/duration-text.ts'
import type { AlertWords } from '../notifications/alert-words.ts'
import { localDateTimeAt } from '../schedules/zone-clock.ts'
import type { Expectation } from './expectation.ts'
import { missingCall } from './heartbeat-rules.ts'
import type { Counted } from './learned/usual.ts'
import { hourMs } from './learned/week-hours.ts'
import type { HeartbeatChange } from './machine/heartbeat-state.ts'

type ReportedChange = Omit<HeartbeatChange, 'state'>

/** Such as "2026-11-29 12:00:00 UTC". */
const utcText = (epochMs: number) => `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const silence = ({ durationMs, lastSignalAtMs, atMs }: ReportedChange): string =>
  ({
    END: 'no run has ended in time',
    FIRST: 'no call yet',
    NEXT: `no call for ${durationText(atMs - (lastSignalAtMs ?? atMs))}`,
  })[missingCall(durationMs, lastSignalAtMs)]

const describeSilence = ({ expectedAtMs, lastSignalAtMs, durationMs, atMs }: ReportedChange): string => {
  if (durationMs !== null)
    return `No run has ended in time: the run that started at ${utcText(atMs - durationMs)} has not ended`
  const last = lastSignalAtMs === null ? 'No call has arrived' : `The last call arrived at ${utcText(lastSignalAtMs)}`
  return expectedAtMs === null ? last : `${last}; one was expected at ${utcText(expectedAtMs)}`
}

const codeText = (exitCode: number | null) => (exitCode === null ? '' : ` with exit code ${exitCode}`)

const runText = (durationMs: number | null) => (durationMs === null ? '' : ` after ${runDurationText(durationMs)}`)

const clockAt = (epochMs: number, timezone: string) => {
  const { hour, minute } = localDateTimeAt(epochMs, timezone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Such as "in the hour from 14:00", by the clocks of its zone. */
const timeOf = ({ fromMs, untilMs, timezone }: Counted) =>
  untilMs - fromMs <= hourMs
    ? `in the hour from ${clockAt(fromMs, timezone)}`
    : `from ${clockAt(fromMs, timezone)} to ${clockAt(untilMs, timezone)}`

/** Such as "40 to 62". */
export const usualText = ({ kind, from, to }: Pick<Counted, 'kind' | 'from' | 'to'>): string => {
  if (kind === 'REJECTED') return `at most ${to}`
  return from === to ? String(from) : `${from} to ${to}`
}

/** What was counted and what would have been usual: "3 requests in the hour from 14:00; usually 40 to 62". */
export const countedText = (counted: Counted): string => {
  const { kind, count } = counted
  const requests = `${count} ${count === 1 ? 'request' : 'requests'}`
  return kind === 'RECEIVED'
    ? `${requests} ${timeOf(counted)}; usually ${usualText(counted)}`
    : `${requests} rejected ${timeOf(counted)}; usually ${usualText(counted)}`
}

/** What has happened to a heartbeat, in a few words for a subject. */
const summaryOf = (change: ReportedChange): string => {
  const { reason, durationMs, exitCode, counted } = change
  if (counted !== null) return countedText(counted)
  switch (reason) {
    case 'FAILED':
      return `a run failed${codeText(exitCode)}`
    case 'UNMET':
      return 'a call does not meet the condition'
    case 'RUN_TOO_LONG':
      return `a run has not ended${runText(durationMs)}`
    default:
      return silence(change)
  }
}

/** Why a heartbeat is down or late, as a sentence, and that the server itself may be to blame. */
export const describeChange = (change: ReportedChange): string =>
  change.absenceMs === null
    ? reasonOf(change)
    : `${reasonOf(change)}. This server waited ${durationText(change.absenceMs)} longer, because it could not receive calls for a time and one may have been lost`

const reasonOf = (change: ReportedChange): string => {
  const { reason, durationMs, exitCode, counted } = change
  if (counted !== null) return countedText(counted)
  if (reason === 'FAILED') return `A call reported that a run failed${codeText(exitCode)}${runText(durationMs)}`
  if (reason === 'UNMET') return `A call arrived that does not meet the success condition${runText(durationMs)}`
  if (reason === 'RUN_TOO_LONG') return `A run has not ended${runText(durationMs)}`
  return describeSilence(change)
}

/** Of an alert. */
export const alertWordsOfChange = (change: ReportedChange): AlertWords => ({
  state: change.reason === 'LATE' ? 'Late' : 'Down',
  summary: summaryOf(change),
})

const recovered = { state: 'Recovered' } as const

/** After it was down, for whatever reason: of what it expects. */
export const heartbeatRecovery = (mode: Expectation['mode']): AlertWords & { description: string } =>
  mode === 'LEARNED'
    ? { ...recovered, summary: 'requests are as usual again', description: 'Requests are as usual again' }
    : { ...recovered, summary: 'the last call was a success', description: 'The last call was a success' }
