import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { StatusDot, type Tone } from '../../../components/ui/feedback/status-dot.tsx'
import { isStatus } from '../../../lib/api/api-error.ts'
import { useConnection } from '../../../lib/api/connection.ts'
import { timeSpan } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import type { HoldReason } from './hold-reason.ts'
import classes from './feed-status.module.css'

/** What the rows of a history are called. */
export interface RowNoun {
  one: string
  many: string
}

const holdTexts: Record<HoldReason, string> = {
  'open row': 'while a row is open',
  'selected row': 'while a row is selected',
  'later page': 'while you are on another page',
  rows: 'while you read the rows',
}

interface FeedStatusProps {
  noun: RowNoun
  /** Said where nothing can come: "Callers get 404, and nothing is recorded." */
  disabled: string | null
  isPaused: boolean
  /** Why nothing moves, apart from Pause, and what comes waits; null where nothing does. */
  holdReason: HoldReason | null
  onPause: (isPaused: boolean) => void
  /** How many have come that are not shown. */
  waiting: number
  onShowNew: () => void
  /** How many arrived since a poll brought none. */
  arrived: number
  /** Of the last poll. */
  error: unknown
  /** When it is tried again, in epoch milliseconds. */
  retryAt: number | null
}

/** Whether the history follows what happens, with a reason where it does not; and what has come meanwhile. */
export function FeedStatus(props: FeedStatusProps) {
  const { noun, disabled, isPaused, onPause, waiting, onShowNew, arrived } = props
  return (
    <div className={classes.status}>
      <State {...props} />
      {waiting > 0 && (
        <Button size="compact-sm" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={onShowNew}>
          {waiting} new
        </Button>
      )}
      {(disabled === null || isPaused) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={isPaused}
          leftSection={isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          onClick={() => {
            onPause(!isPaused)
            if (isPaused && waiting > 0) onShowNew()
          }}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      <VisuallyHidden role="status">{announcement(noun, arrived, waiting)}</VisuallyHidden>
    </div>
  )
}

const announcement = ({ one, many }: RowNoun, arrived: number, waiting: number): string => {
  if (waiting > 0) return waiting === 1 ? `1 new ${one} is waiting.` : `${waiting} new ${many} are waiting.`
  if (arrived === 0) return ''
  return arrived === 1 ? `1 new ${one} arrived.` : `${arrived} new ${many} arrived.`
}

function State({ noun, disabled, isPaused, holdReason, waiting, error, retryAt }: FeedStatusProps) {
  const connection = useConnection()
  if (connection === 'offline') return <Line tone="warn" label="Offline" text="Resumes once you are back online." />
  if (retryAt !== null) return <NotLive isLimited={isStatus(error, 429)} retryAt={retryAt} />
  if (isPaused) return <Line tone="idle" label="Paused" text={`New ${noun.many} wait until they are shown.`} />
  if (disabled !== null) return <Line tone="idle" label="Disabled" text={disabled} />
  if (holdReason === null && waiting === 0)
    return <Line tone="busy" label="Live" text={`New ${noun.many} appear automatically.`} />
  const until = holdReason === null ? 'until you show them' : holdTexts[holdReason]
  return <Line tone="idle" label="On hold" text={`New ${noun.many} wait ${until}.`} />
}

const NotLive = ({ isLimited, retryAt }: { isLimited: boolean; retryAt: number }) => {
  const leftMs = Math.max(0, retryAt - useNow())
  const reason = isLimited ? 'The server is busy.' : 'The server did not respond.'
  return (
    <Line
      tone="warn"
      label="Not live"
      text={`${reason} ${leftMs < 1000 ? 'Retrying…' : `Retrying in ${timeSpan(leftMs)}.`}`}
      isUrgent
    />
  )
}

interface LineProps {
  tone: Tone
  label: string
  text: string
  /** Shown also where room is short. */
  isUrgent?: boolean
}

const Line = ({ tone, label, text, isUrgent = false }: LineProps) => (
  <span className={classes.line}>
    <StatusDot withLabel tone={tone} label={label} />
    <span className={classes.text} data-urgent={isUrgent || undefined}>
      {text}
    </span>
  </span>
)
