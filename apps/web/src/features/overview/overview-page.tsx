import type { OverviewView } from '@knockwire/domain/overview/overview'
import { Button } from '@mantine/core'
import { IconShieldCheck, IconClockPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState, ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { PageHeader } from '../../components/ui/layout/page-header.tsx'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { RelativeTime } from '../../components/ui/feedback/relative-time.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { exactNumber } from '../../lib/format/format.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useDeferredArrival } from '../../lib/browser/use-deferred-arrival.ts'
import { Counts } from './counts.tsx'
import classes from './overview.module.css'
import { overviewQuery } from './overview-query.ts'
import { ProblemList, type ProblemRow } from './problem-list.tsx'
import { receiverProblem, taskProblem } from './problem-text.ts'

/** `/dashboard/overview`: what is silent, failing or late. */
export function OverviewPage() {
  const { data: loaded, error, refetch } = useQuery(overviewQuery)
  const data = useDeferredArrival(loaded)
  return (
    <>
      <PageHeader title="Overview" />
      {data !== undefined && <Overview overview={data} />}
      {data === undefined && error === null && (
        <Panel flush>
          <SkeletonRows label="Loading the overview…" rows={4} />
        </Panel>
      )}
      {data === undefined && error !== null && (
        <Panel>
          <ErrorState title="The overview could not be loaded." error={error} onRetry={() => void refetch()} />
        </Panel>
      )}
    </>
  )
}

function Overview({ overview: { tasks, receivers } }: { overview: OverviewView }) {
  const isEmpty = total(tasks.counts) + total(receivers.counts) === 0
  if (isEmpty) return <NothingWatched />
  return (
    <div className={classes.page}>
      <Counts tasks={tasks.counts} receivers={receivers.counts} heartbeats={receivers.heartbeats} />
      {tasks.problems + receivers.problems === 0 && (
        <Panel>
          <EmptyState icon={<IconShieldCheck size={24} />} title="Everything is working.">
            <p>{wellText(tasks.counts.ACTIVE, expecting(receivers.heartbeats))}</p>
          </EmptyState>
        </Panel>
      )}
      {receivers.problems > 0 && (
        <ProblemList
          title="Receivers that are down or late"
          rows={receivers.results.map(receiverRow)}
          total={receivers.problems}
          lists={[
            { path: paths.receiversIn('DOWN'), text: 'All down receivers', count: receivers.heartbeats.DOWN },
            { path: paths.receiversIn('LATE'), text: 'All late receivers', count: receivers.heartbeats.LATE },
          ]}
        />
      )}
      {tasks.problems > 0 && (
        <ProblemList
          title="Tasks that are failing or late"
          rows={tasks.results.map(taskRow)}
          total={tasks.problems}
          lists={[
            {
              path: paths.tasksIn('FAILING'),
              text: 'All failing tasks',
              count: tasks.counts.FAILING + tasks.counts.DEACTIVATED,
            },
            { path: paths.tasksIn('LATE'), text: 'All late tasks', count: tasks.counts.LATE },
          ]}
        />
      )}
    </div>
  )
}

/** Of those that are active or disabled: each is one of the two. */
const total = ({ ACTIVE, DISABLED }: { ACTIVE: number; DISABLED: number }) => ACTIVE + DISABLED

const expecting = ({ PAUSED: _paused, ...states }: OverviewView['receivers']['heartbeats']) =>
  Object.values(states).reduce((sum, number) => sum + number, 0)

const counted = (number: number, one: string, many: string) => `${exactNumber(number)} ${number === 1 ? one : many}`

function wellText(activeTasks: number, heartbeats: number): string {
  const tasks = `${counted(activeTasks, 'task is', 'tasks are')} active: none is failing or late.`
  if (heartbeats === 0) return tasks
  return `${tasks} ${counted(heartbeats, 'receiver expects', 'receivers expect')} calls: none is missing.`
}

const taskRow = (task: OverviewView['tasks']['results'][number]): ProblemRow => ({
  id: task.id,
  path: paths.history({ kind: 'task', id: task.id }),
  name: task.name ?? task.uri,
  since: task.since,
  ...taskProblem(task),
})

const receiverRow = (receiver: OverviewView['receivers']['results'][number]): ProblemRow => ({
  id: receiver.id,
  path: paths.receiver(receiver.id),
  name: receiver.name,
  since: receiver.since,
  ...receiverProblem(receiver),
  more:
    receiver.lastSignalAt === null ? (
      ''
    ) : (
      <>
        . Last call <RelativeTime at={receiver.lastSignalAt} />
      </>
    ),
})

/** An account with nothing in it: what would be seen here, and how to begin. */
const NothingWatched = () => (
  <Panel>
    <EmptyState
      icon={<IconClockPlay size={24} />}
      title="Nothing is watched yet."
      action={
        <div className={classes.actions}>
          <Button component={Link} to={paths.newDraft}>
            Create task
          </Button>
          <Button component={Link} to={paths.receivers} variant="default">
            Go to Receivers
          </Button>
        </div>
      }
    >
      <p>
        This page lists what needs your attention: tasks whose calls fail or are late, and receivers whose expected
        calls are missing.
      </p>
    </EmptyState>
  </Panel>
)
