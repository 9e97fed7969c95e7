import type { RequestSignalView } from '@knockwire/domain/receivers/receiver'
import type { Tone } from '../../../../components/ui/feedback/status-dot.tsx'
import classes from '../requests.module.css'

interface Meaning {
  tone: Tone
  /** In a row. */
  label: string
  /** As a sentence, without the exit code. */
  message: string
}

const meanings: Readonly<Record<RequestSignalView['kind'], Meaning>> = {
  SUCCESS: { tone: 'ok', label: 'Success', message: 'This call counts as a success' },
  START: { tone: 'busy', label: 'Start', message: 'This call starts a run' },
  FAIL: { tone: 'bad', label: 'Failure', message: 'This call reports that a run failed' },
  UNMET: {
    tone: 'bad',
    label: 'Condition not met',
    message: 'This call counts as a failure, because it does not meet the condition of a success',
  },
  LOG: { tone: 'idle', label: 'Log', message: 'This call is only recorded: it does not change the state' },
  UNDECIDED: { tone: 'idle', label: 'Checking…', message: 'The condition of a success is being checked' },
  IGNORED: { tone: 'idle', label: 'Not counted', message: 'This call does not count, because it is a HEAD request' },
}

/** What a request says to the heartbeat, in a word or two. */
export function SignalChip({ signal: { kind, exitCode } }: { signal: RequestSignalView }) {
  const { tone, label } = meanings[kind]
  return (
    <span className={classes.signal} data-tone={tone}>
      {exitCode === null ? label : `${label} (exit ${exitCode})`}
    </span>
  )
}

/** The same as a sentence. */
export const signalText = ({ kind, exitCode }: RequestSignalView): string => {
  const { message } = meanings[kind]
  return exitCode === null ? `${message}.` : `${message}. Its exit code is ${exitCode}.`
}
