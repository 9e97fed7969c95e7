import type { HeartbeatChangeView } from '@knockwire/domain/heartbeats/heartbeat'
import { countedText } from './learned/counted-text.ts'
import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { durationText } from '@knockwire/domain/text/duration-text'

const spanOf = (from: string | null, to: string) =>
  from === null ? '' : durationText(Date.parse(to) - Date.parse(from))

/** Of a run: one that is over within a second did take some time. */
const runSpan = (ms: number) => (ms < 1000 ? milliseconds(ms) : durationText(ms))

/** Why a heartbeat changed, in a few words, and how much longer it was waited for, since the server could take no calls. */
export const changeReason = (change: HeartbeatChangeView): string =>
  change.absence === null
    ? reasonOf(change)
    : `${reasonOf(change)} (waited ${durationText(change.absence)} longer because no calls could be received)`

const reasonOf = ({ reason, at, lastSignalAt, duration, exitCode, counted }: HeartbeatChangeView): string => {
  if (counted !== null) return countedText(counted, Date.now())
  const after = duration === null ? '' : ` after ${runSpan(duration)}`
  switch (reason) {
    case 'SIGNAL':
      return duration === null ? 'A call arrived' : `A run ended${after}`
    case 'STARTED':
      return 'A run started'
    case 'LATE':
      return 'A call is late'
    case 'SILENT':
      return lastSignalAt === null ? 'No call arrived' : `No call for ${spanOf(lastSignalAt, at)}`
    case 'FAILED':
      return `A run failed${exitCode === null ? '' : ` with exit code ${exitCode}`}${after}`
    case 'UNMET':
      return `A call did not meet the condition${duration === null ? '' : `, ${runSpan(duration)} after its run started`}`
    case 'RUN_TOO_LONG':
      return `A run did not end${duration === null ? '' : ` within ${durationText(duration)}`}`
    case 'TOO_FEW':
      return 'Fewer requests than usual'
    case 'REJECTED':
      return 'More rejected requests than usual'
    case 'EDITED':
      return 'The expectation was edited'
    case 'PAUSED':
      return 'The receiver was disabled'
    case 'RESUMED':
      return 'The receiver was activated'
  }
}
