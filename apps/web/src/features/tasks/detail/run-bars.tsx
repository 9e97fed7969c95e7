import type { RecentRun } from '@knockwire/domain/tasks/task'
import { type KeyboardEvent, memo, type MouseEvent, useState } from 'react'
import type { Tone } from '../../../components/ui/feedback/status-dot.tsx'
import { exactTime } from '../../../lib/format/format.ts'
import { runSummary, runTone, stripSummary } from '../list/run-tone.ts'
import classes from './run-bars.module.css'

const slots = 60

interface RunBarsProps {
  /** Newest first. */
  runs: readonly RecentRun[]
  onOpen: (runId: string) => void
}

/**
 * The last 60 runs, the newest at the right end; each tone has its own shape as well as its color. To the keyboard and to
 * screen readers it is a slider over the runs, as the chart is over its points: pointing or stepping says what one was, a
 * click or Enter opens it.
 */
export const RunBars = ({ runs, onOpen }: RunBarsProps) => {
  const [markedId, setMarkedId] = useState<string | null>(null)
  const shown = runs.slice(0, slots).toReversed()
  const at = shown.findIndex(({ id }) => id === markedId)
  const marked = shown[at]
  const last = shown.length - 1

  const runUnder = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const slot = Math.floor(((clientX - left) / width) * slots)
    // The slots before the first run are empty.
    return shown[Math.min(last, slot - (slots - shown.length))]
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && marked) return onOpen(marked.id)
    if (event.key === 'Escape') return setMarkedId(null)
    const from = marked ? at : last + 1
    const target = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    setMarkedId(shown[Math.max(0, Math.min(last, target))]?.id ?? null)
  }
  return (
    <div
      className={classes.strip}
      role="slider"
      aria-label={stripSummary(runs)}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={marked ? at : Math.max(0, last)}
      aria-valuetext={marked ? descriptionOf(marked).join(', ') : 'No execution selected'}
      tabIndex={0}
      onPointerMove={(event) => setMarkedId(runUnder(event)?.id ?? null)}
      onPointerLeave={() => setMarkedId(null)}
      onClick={(event) => {
        const run = runUnder(event)
        if (run) onOpen(run.id)
      }}
      onKeyDown={onKey}
      onBlur={() => setMarkedId(null)}
    >
      {Array.from({ length: slots }, (_, slot) => {
        const run = shown[slot - (slots - shown.length)]
        return (
          <Bar
            key={run?.id ?? slot}
            id={run?.id}
            tone={run && runTone(run)}
            isMarked={run !== undefined && run === marked}
          />
        )
      })}
      {marked && <Tip run={marked} slot={slots - shown.length + at} />}
    </div>
  )
}

interface BarProps {
  id: string | undefined
  /** Undefined where there was no run yet. */
  tone: Tone | undefined
  isMarked: boolean
}

/** Drawn again where its own run changes, or is pointed at. */
const Bar = memo(({ id, tone, isMarked }: BarProps) => (
  <span className={classes.bar} data-run={id} data-tone={tone} data-marked={isMarked || undefined} />
))

const descriptionOf = (run: RecentRun): string[] => [
  runSummary(run),
  exactTime(Date.parse(run.createdAt)),
  ...(run.trigger === 'TEST' ? ['Test'] : []),
]

/** What the slider's value says to screen readers, for the eye. */
const Tip = ({ run, slot }: { run: RecentRun; slot: number }) => {
  const [title, ...lines] = descriptionOf(run)
  const share = (slot + 0.5) / slots
  return (
    <div
      className={classes.tip}
      aria-hidden
      data-tooltip
      style={share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` }}
    >
      <strong>{title}</strong>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
