import { missingCall } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { HeartbeatChangeView } from '@knockwire/domain/heartbeats/heartbeat'
import { countedText } from './learned/counted-text.ts'
import { durationText, runDurationText } from '@knockwire/domain/text/duration-text'

const silence = ({ at, duration, lastSignalAt }: HeartbeatChangeView): string =>
  ({
    END: 'No run ended in time',
    FIRST: 'No call arrived',
    NEXT: `No call for ${durationText(Date.parse(at) - Date.parse(lastSignalAt ?? at))}`,
  })[missingCall(duration, lastSignalAt)]

/**
 * Whether it is a recovery of version 0.2.0, whose reason was SIGNAL also where requests were counted: at the end of an hour of UTC, or of the
 * grace before it. One that is late recovers by a count alone; one that is down, by a call as well, once its expectation was edited.
 */
const isAsUsual = ({ reason, duration, exitCode, at }: HeartbeatChangeView, before: HeartbeatChangeView): boolean => {
  if (reason !== 'SIGNAL' || duration !== null || exitCode !== null || before.counted === null) return false
  return before.state === 'LATE' || before.at === at || at.endsWith(':00:00.000Z')
}

/**
 * Why a heartbeat changed, in a few words, and how much longer it was waited for, since the server could take no calls. `before`: the change
 * before it, where it is known.
 */
export const changeReason = (change: HeartbeatChangeView, before: HeartbeatChangeView | undefined): string => {
  const reason = before !== undefined && isAsUsual(change, before) ? 'Requests as usual' : reasonOf(change)
  return change.absence === null
    ? reason
    : `${reason} (waited ${durationText(change.absence)} longer because no calls could be received)`
}

const reasonOf = (change: HeartbeatChangeView): string => {
  const { reason, duration, exitCode, counted } = change
  if (counted !== null) return countedText(counted, Date.now())
  const after = duration === null ? '' : ` after ${runDurationText(duration)}`
  switch (reason) {
    case 'SIGNAL':
      return duration === null ? 'A call arrived' : `A run ended${after}`
    case 'STARTED':
      return 'A run started'
    case 'LATE':
      return 'A call is late'
    case 'SILENT':
      return silence(change)
    case 'FAILED':
      return `A run failed${exitCode === null ? '' : ` with exit code ${exitCode}`}${after}`
    case 'UNMET':
      return `A call did not meet the condition${duration === null ? '' : `, ${runDurationText(duration)} after its run started`}`
    case 'RUN_TOO_LONG':
      return `A run did not end${duration === null ? '' : ` within ${runDurationText(duration)}`}`
    case 'TOO_FEW':
      return 'Fewer requests than usual'
    case 'REJECTED':
      return 'More rejected requests than usual'
    case 'AS_USUAL':
      return 'Requests as usual'
    case 'NOT_JUDGED':
      return 'Not judged, because not all requests could be counted'
    case 'EDITED':
      return 'The expectation was edited'
    case 'PAUSED':
      return 'The receiver was disabled'
    case 'RESUMED':
      return 'The receiver was activated'
  }
}
