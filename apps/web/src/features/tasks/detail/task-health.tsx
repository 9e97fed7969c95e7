import type { TaskView } from '@knockwire/domain/tasks/task'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { ClockTime, RelativeTime } from '../../../components/ui/relative-time.tsx'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import { clockTime, percent } from '../../../lib/format.ts'
import { refetchEvery } from '../../../lib/refetch-every.ts'
import { useNow } from '../../../lib/use-now.ts'
import { RunStrip } from '../list/run-strip.tsx'
import { lastResult, runSummary, runTone } from '../list/run-tone.ts'
import { refreshAfterMs, taskHealthQuery } from '../task-queries.ts'
import { healthState } from './health-state.ts'
import classes from './task-health.module.css'

/** Milliseconds between two looks while the browser tab is visible. */
const refetchMs = 5_000

/** While a run is under way. */
const runningRefetchMs = 1_000

/** Looks also right after a run was due, and until it has ended: its result stands in the history below by then. */
const useHealth = (task: TaskView) => {
  const query = useQuery({
    ...taskHealthQuery(task.id),
    refetchInterval: (current) => {
      const isRunning = current.state.data?.recentRuns.some((run) => runTone(run) === 'busy') ?? false
      return refetchEvery(Math.min(isRunning ? runningRefetchMs : refetchMs, refreshAfterMs(task, Date.now())))(current)
    },
  })
  // The next time moves on as a run begins, whoever notices that first.
  const { nextExecutionDate } = task.scheduler
  const known = useRef(nextExecutionDate)
  const { refetch } = query
  useEffect(() => {
    if (known.current !== nextExecutionDate) void refetch({ cancelRefetch: false })
    known.current = nextExecutionDate
  }, [nextExecutionDate, refetch])
  return query
}

/** How the task is, below its name: its state in words, its last result, its next run, its uptime and its last runs. */
export function TaskHealthLine({ task }: { task: TaskView }) {
  const { data, isError } = useHealth(task)
  const nowMs = useNow()
  const navigate = useNavigate()
  // Its height stays, so that nothing jumps when it arrives. The page says by itself where the server cannot be reached.
  if (data === undefined) return <div className={classes.line} aria-busy={!isError} />
  const { tone, label } = healthState(task.scheduler, data, (at) => clockTime(Date.parse(at), nowMs))
  const last = lastResult(data.recentRuns)
  const { nextExecutionDate } = task.scheduler
  const linkOf = (runId: string) => `/dashboard/tasks/${task.id}/executions/${runId}`
  return (
    <div className={classes.line} role="group" aria-label="Health">
      <span className={classes.state} data-tone={tone}>
        <StatusDot tone={tone} label={label} withLabel />
      </span>
      {last && (
        <Fact name="Last">
          <Link to={linkOf(last.id)} className={classes.link} data-tone={runTone(last)}>
            {runSummary(last)}
          </Link>{' '}
          <RelativeTime at={last.createdAt} className={classes.muted} />
        </Fact>
      )}
      {data.failing && <Failing failing={data.failing} linkOf={linkOf} />}
      {task.status === 'ACTIVE' && nextExecutionDate !== null && (
        <Fact name="Next">
          <ClockTime at={nextExecutionDate} /> <RelativeTime at={nextExecutionDate} isDue className={classes.muted} />
        </Fact>
      )}
      {data.uptimePercent !== null && <Fact name="Uptime 24 h">{percent(data.uptimePercent)}</Fact>}
      {data.recentRuns.length > 0 && (
        <RunStrip runs={data.recentRuns} onOpen={(runId) => void navigate(linkOf(runId))} />
      )}
    </div>
  )
}

interface FailingProps {
  failing: NonNullable<TaskHealth['failing']>
  linkOf: (runId: string) => string
}

/** Where to look for the cause: the first failure, the success before it, and how long the task will go on like this. */
const Failing = ({ failing: { firstRunId, lastSuccess, failuresUntilDeactivation: left }, linkOf }: FailingProps) => (
  <>
    {firstRunId !== null && (
      <span className={classes.fact}>
        <Link to={linkOf(firstRunId)} className={classes.link}>
          First failure
        </Link>
      </span>
    )}
    {lastSuccess && (
      <Fact name="Last success">
        <Link to={linkOf(lastSuccess.id)} className={classes.link}>
          <ClockTime at={lastSuccess.at} />
        </Link>
      </Fact>
    )}
    {left !== null && (
      <span className={classes.fact}>
        {left === 1 ? '1 more failure deactivates it' : `${left} more failures deactivate it`}
      </span>
    )}
  </>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={classes.fact}>
    <span className={classes.muted}>{name}</span> {children}
  </span>
)
