import type { Expectation } from '@knockwire/domain/heartbeats/expectation'

/** What a notification about a heartbeat is said to tell of. */
export interface HeartbeatWords {
  choice: string
  choiceHint: string
  late: string
  lateHint: string
  inARow: string
  inARowHint: string
  recoveredHint: string
  /** While no notification tells of it. */
  nobody: string
  example: string
}

const ofCalls: HeartbeatWords = {
  choice: 'Missing calls',
  choiceHint: 'When an expected call is missing, or a call reports a failure.',
  late: 'Also notify me when a call is late',
  lateHint: 'At the time when it was expected, before its grace time is over.',
  inARow: 'Missing in a row',
  inARowHint: 'Notify only after this many expected calls in a row were missing or reported a failure.',
  recoveredHint: 'It counts as recovered only after this many calls in a row.',
  nobody: 'Nobody is notified when an expected call is missing.',
  example: 'Example: an expected call is missing',
}

/** Of one whose requests are counted, and none of them is waited for. */
const ofCounts: HeartbeatWords = {
  choice: 'Unusual number of requests',
  choiceHint: 'When fewer requests than usual arrive, or more of them are rejected.',
  late: 'Also notify me when requests are late',
  lateHint: 'When the time that is counted ends with too few, before the grace time is over.',
  inARow: 'Unusual in a row',
  inARowHint: 'Notify only after this many counts in a row were unusual.',
  recoveredHint: 'It counts as recovered only after this many usual counts in a row.',
  nobody: 'Nobody is notified when fewer requests than usual arrive.',
  example: 'Example: fewer requests than usual',
}

export const heartbeatWords = (mode: Expectation['mode'] | null | undefined): HeartbeatWords =>
  mode === 'LEARNED' ? ofCounts : ofCalls
