import type { TaskView } from '@knockwire/domain/tasks/task'
import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { ClockTime, DueTime, RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { exactTime, outageText, percent } from '../../../lib/format/format.ts'
import { useNews } from '../../../lib/api/news.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import { isInFlight, lastScheduled, runSummary, runTone } from '../list/run-tone.ts'
import { refreshAfterMs, useTaskHealth } from '../task-queries.ts'
import { healthState } from './health-state.ts'
import { RunBars } from './run-bars.tsx'
import classes from './status-block.module.css'

/** Milliseconds between two polls while the browser tab is visible. */
const pollMs = 5_000

/** While a run is in progress. */
const runningPollMs = 1_000

/** Asks also right after a run was due, and until it has ended. With the rows of a history comes its health as well. */
const useHealth = (task: TaskView, isHistory: boolean) => {
  const data = useTaskHealth(task.id)
  const isRunning = data?.recentRuns.some((run) => runTone(run) === 'busy') ?? false
  const everyMs = () => Math.min(isRunning ? runningPollMs : pollMs, refreshAfterMs(task, Date.now()))
  const { error, refetch } = useNews({ kind: 'task', id: task.id }, isHistory ? null : everyMs)
  return { data, error, retry: () => void refetch() }
}

interface StatusBlockProps {
  task: TaskView
  /** Whether its history is shown below. */
  isHistory: boolean
}

/** How the task is, below its name: its state and for how long, three figures of a day, its last runs, and what is next. */
export function StatusBlock({ task, isHistory }: StatusBlockProps) {
  const { data, error, retry } = useHealth(task, isHistory)
  const navigate = useNavigate()
  if (data === undefined) {
    // Its height stays, so that nothing jumps when it arrives.
    return (
      <div className={classes.block} aria-busy={error === null}>
        {error !== null && <NotLoaded error={error} what="The health of this task" onRetry={retry} />}
      </div>
    )
  }
  const linkOf = (runId: string) => paths.historyRow({ kind: 'task', id: task.id }, runId)
  return (
    <div className={classes.block} role="group" aria-label="Health">
      <State task={task} health={data} />
      <dl className={classes.figures}>
        <Figure name="Uptime 24 h" value={data.uptimePercent === null ? null : percent(data.uptimePercent)} />
        <Figure name="Median" value={data.medianMs === null ? null : milliseconds(data.medianMs)} />
        <Figure name="p95" value={data.p95Ms === null ? null : milliseconds(data.p95Ms)} />
      </dl>
      <RunBars runs={data.recentRuns} onOpen={(runId) => void navigate(linkOf(runId))} />
      <Facts task={task} health={data} linkOf={linkOf} />
    </div>
  )
}

function State({ task, health }: { task: TaskView; health: TaskHealth }) {
  const nowMs = useNow()
  const { tone, title, detail } = healthState(task.scheduler, health, nowMs)
  const since = health.since === null ? undefined : `Since ${exactTime(Date.parse(health.since))}`
  return (
    <div className={classes.state} data-tone={tone} title={since}>
      <StatusDot tone={tone} label={title} withLabel />
      {detail !== null && <div className={classes.detail}>{detail}</div>}
    </div>
  )
}

/** Of the last 24 hours. */
const Figure = ({ name, value }: { name: string; value: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd data-none={value === null || undefined}>{value ?? '–'}</dd>
  </div>
)

interface FactsProps {
  task: TaskView
  health: TaskHealth
  linkOf: (runId: string) => string
}

/** In small: the last run, the next one, and where it began to fail. */
const Facts = ({ task, health: { recentRuns, failing, lastOutage }, linkOf }: FactsProps) => {
  const last = lastScheduled(recentRuns)
  const { nextExecutionDate } = task.scheduler
  return (
    <div className={classes.facts}>
      {last && (
        <Fact name={last.trigger === 'TEST' ? 'Last test:' : 'Last:'}>
          <Link to={linkOf(last.id)} className={classes.link} data-tone={runTone(last)}>
            {runSummary(last)}
          </Link>
          , <RelativeTime at={last.createdAt} />
        </Fact>
      )}
      {failing && <Failing failing={failing} linkOf={linkOf} />}
      {lastOutage && <LastOutage taskId={task.id} outage={lastOutage} />}
      {task.status === 'ACTIVE' && nextExecutionDate !== null && (
        <Fact name="Next:">
          <ClockTime at={nextExecutionDate} />, <DueTime at={nextExecutionDate} isInFlight={isInFlight(recentRuns)} />
        </Fact>
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
          First failing execution
        </Link>
      </span>
    )}
    {lastSuccess && (
      <Fact name="Last success:">
        <Link to={linkOf(lastSuccess.id)} className={classes.link}>
          <ClockTime at={lastSuccess.at} />
        </Link>
      </Fact>
    )}
    {left !== null && (
      <span className={classes.fact}>
        {left === 1 ? '1 more failed execution deactivates it' : `${left} more failed executions deactivate it`}
      </span>
    )}
  </>
)

/** An execution comes to be before it starts, where it waits for its account's turn. */
const slackMs = 60_000

/** When it failed last and for how long, with the way to the executions that did. */
function LastOutage({ taskId, outage }: { taskId: string; outage: NonNullable<TaskHealth['lastOutage']> }) {
  const { from, to, statusCode } = outage
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const search = new URLSearchParams({
    status: 'FAILED,HTTP_ERROR',
    from: new Date(fromMs - slackMs).toISOString(),
    to: new Date(toMs).toISOString(),
  })
  return (
    <Fact name="Last failure:">
      <Link
        to={`${paths.history({ kind: 'task', id: taskId })}?${search}`}
        className={classes.link}
        title={`From ${exactTime(fromMs)} to ${exactTime(toMs)}`}
      >
        {outageText({ fromMs, toMs, nowMs: useNow() })}
      </Link>
      , {statusCode === null ? 'no response' : `status code ${statusCode}`}
    </Fact>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={classes.fact}>
    {name} {children}
  </span>
)
