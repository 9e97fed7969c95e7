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

/** Why a heartbeat changed, in a few words, and how much longer it was waited for, since the server could take no calls. */
export const changeReason = (change: HeartbeatChangeView): string => {
  const reason = reasonOf(change)
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
