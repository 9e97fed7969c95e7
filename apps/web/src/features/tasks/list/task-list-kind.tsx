import { pageSizes } from '@knockwire/domain/page-sizes'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { taskStates } from '@knockwire/domain/tasks/task-list-options'
import type { SaveTaskInput, TaskListItem, TaskPage } from '@knockwire/domain/tasks/task'
import { IconClockPlay } from '@tabler/icons-react'
import type { OwnerListKind } from '../../../components/list/owner-list-kind.ts'
import listClasses from '../../../components/list/rows.module.css'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { CutUrl, MethodBadge } from '../../../components/ui/layout/request-line.tsx'
import { optionParam, pageParam, searchParam } from '../../../lib/navigation/address-state.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { taskKind } from '../task-queries.ts'
import { RunStrip } from './run-strip.tsx'
import { taskState } from './run-tone.ts'
import { isNamed, LastResult, NextExecution, TaskUrl, titleOf, UrlAsName } from './task-cells.tsx'
import classes from './task-list.module.css'

/** URLs differ in length, as they will. */
const urlWidth = (row: number) => `${50 + ((row * 23) % 40)}%`

export const taskList: OwnerListKind<TaskListItem, TaskPage, SaveTaskInput> = {
  owner: taskKind,
  pageSize: pageSizes.tasks,
  params: { search: searchParam, status: optionParam(taskStates), page: pageParam },
  queryOf: ({ search, status }) => ({ search, status }),
  countOf: ({ taskCount }) => taskCount,
  filtersOf: ({ counts }) => [
    { status: 'FAILING', label: 'Failing', count: counts.FAILING, tone: 'bad' },
    { status: 'ACTIVE', label: 'Active', count: counts.ACTIVE },
    { status: 'DISABLED', label: 'Disabled', count: counts.DISABLED },
    { status: 'LATE', label: 'Late', count: counts.LATE, isRare: true },
  ],
  newDraftPath: paths.newDraft,
  activateMatching: async (state) => (await import('./activate-matching.ts')).activateMatching(state),
  selectable: (task) => ({ id: task.id, title: titleOf(task), isActive: task.status === 'ACTIVE' }),
  renderMark: (task) => <StatusDot {...taskState(task)} />,
  renderName: (task) =>
    isNamed(task) ? <span className={listClasses.nameText}>{task.name}</span> : <UrlAsName task={task} />,
  toneOf: (task) => taskState(task).tone,
  columns: [
    { heading: 'URL', cell: (task) => <TaskUrl task={task} />, skeleton: { height: 12, width: urlWidth } },
    {
      heading: 'Last execution',
      className: classes.resultColumn,
      cell: (task) => <LastResult task={task} />,
      skeleton: { height: 28, width: 104 },
    },
    {
      heading: 'Last 20 executions',
      className: classes.runsColumn,
      cellClassName: classes.runs,
      cell: (task) => <RunStrip runs={task.recentRuns} />,
      skeleton: { height: 16, width: 138 },
    },
    {
      heading: 'Next Execution',
      className: classes.nextColumn,
      cell: (task) => <NextExecution task={task} />,
      skeleton: { height: 28, width: 88 },
    },
  ],
  renderCard: (task) => (
    <>
      <TaskUrl task={task} />
      <div className={classes.cardRow}>
        <LastResult task={task} />
        <RunStrip runs={task.recentRuns} />
      </div>
      <div className={classes.cardNext}>
        <span>Next Execution</span>
        <NextExecution task={task} />
      </div>
    </>
  ),
  cardSkeleton: [
    { height: 12, width: urlWidth },
    { height: 12, width: () => '70%' },
    { height: 12, width: () => '40%' },
  ],
  empty: {
    icon: <IconClockPlay size={24} />,
    title: 'There are no scheduled HTTP tasks. Click the button above to create one.',
    about:
      'A task calls a URL on a schedule and records every response. You see when it slows down or breaks, and it can notify you by email, SMS, Slack or an HTTP callback.',
    // One that works wherever this page does: the server's own health, every minute.
    example: () => ({
      name: 'Knockwire is up',
      scheduler: { ...defaultScheduler, intervalSecond: 60 },
      request: { target: { ...defaultRequestTarget, uri: `${window.location.origin}/healthz` } },
    }),
    renderExample: ({ request: { target } }) => (
      <>
        <MethodBadge method={target.method} />
        <CutUrl url={target.uri} />
        <span className={listClasses.muted}>every minute</span>
      </>
    ),
    exampleClassName: classes.example,
  },
  classes,
}
