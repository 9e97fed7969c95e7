import type { RecentRun } from '@knockwire/domain/tasks/task'
import { tooltipTime } from '../../../lib/format/format.ts'
import { runSummary, runTone, stripSummary } from './run-tone.ts'
import classes from './run-strip.module.css'

const slots = 20
const pitch = 7

interface RunStripProps {
  runs: readonly RecentRun[]
  /** A bar was clicked. Without a mouse its run is opened in the history. */
  onOpen?: (runId: string) => void
}

/** The last 20 runs, the newest at the right end; each tone has its own shape as well as its color. */
export function RunStrip({ runs, onOpen }: RunStripProps) {
  const width = slots * pitch - 2
  return (
    <svg
      role="img"
      aria-label={stripSummary(runs)}
      className={classes.strip}
      width={width}
      height="20"
      viewBox={`0 0 ${width} 20`}
    >
      {Array.from({ length: slots }, (_, slot) => {
        const run = runs[slots - 1 - slot]
        return (
          <g
            key={slot}
            transform={`translate(${slot * pitch} 0)`}
            {...(run && onOpen && { className: classes.opens, 'data-run': run.id, onClick: () => onOpen(run.id) })}
          >
            {run ? <Run run={run} /> : <rect y="17" width="5" height="2" rx="1" className={classes.none} />}
          </g>
        )
      })}
    </svg>
  )
}

function Run({ run }: { run: RecentRun }) {
  const tone = runTone(run)
  return (
    <>
      <title>{`${runSummary(run)}\n${tooltipTime(Date.parse(run.createdAt))}`}</title>
      {/* What the pointer hits: a bar is thin. */}
      <rect x="-1" width={pitch} height="20" fill="transparent" />
      {tone === 'ok' && <rect y="3" width="5" height="16" rx="1.5" className={classes.ok} />}
      {tone === 'warn' && (
        <path
          d="M0 9.5h5V17.5a1.5 1.5 0 0 1-1.5 1.5h-2A1.5 1.5 0 0 1 0 17.5zM1.5 3h2A1.5 1.5 0 0 1 5 4.5V7H0V4.5A1.5 1.5 0 0 1 1.5 3z"
          className={classes.warn}
        />
      )}
      {tone === 'bad' && <rect x="0.75" y="3.75" width="3.5" height="14.5" rx="1" className={classes.bad} />}
      {tone === 'idle' && <rect x="0.75" y="8.75" width="3.5" height="4.5" rx="1" className={classes.inconclusive} />}
      {tone === 'busy' && <rect y="13" width="5" height="6" rx="1.5" className={classes.busy} />}
    </>
  )
}
