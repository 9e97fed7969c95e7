import { z } from 'zod'
import { ExecutionListQuery, ExecutionPage } from '../executions/execution.ts'
import { ReceivedRequestListQuery, ReceivedRequestPage, ReceiverView } from '../receivers/receiver.ts'
import { RejectedRequestsView } from '../receivers/rejections.ts'
import { SeriesView } from '../series/series.ts'
import { seriesRanges } from '../series/series-ranges.ts'
import { TaskHealth } from '../tasks/task-health.ts'
import { TaskView } from '../tasks/task.ts'
import { carriedSources } from './news-rules.ts'

const state = z.string().max(100)

/**
 * What a page asks for while it is open. With `after`, rows as the list of the history gives them; without it none. `seen` is
 * the `state` of the last response: where nothing has changed since, nothing but the rows is sent, and one statement was read.
 */
const newsQuery = { seen: state.optional() }

export const TaskNewsQuery = z.strictObject({
  ...ExecutionListQuery.omit({ include: true, order: true, until: true, at: true }).shape,
  ...newsQuery,
  /** What the page's chart shows: `page` is the newest executions, as many as `size` says. Without it no series is sent. */
  chartRange: z.enum(['page', ...seriesRanges]).optional(),
  chartSource: z.enum(carriedSources).default('response_time'),
})
export type TaskNewsQuery = z.infer<typeof TaskNewsQuery>

/** What is new of a task, for its rows, its header and its chart. */
export const TaskNews = z.object({
  rows: ExecutionPage.nullable(),
  /** Names what `changed` describes. */
  state,
  /** Null where it is as it was when `seen` was. */
  changed: z
    .object({
      task: TaskView,
      health: TaskHealth,
      /** Null where none was asked for, or it could not be read: its own call says why. */
      series: SeriesView.nullable(),
    })
    .nullable(),
})
export type TaskNews = z.infer<typeof TaskNews>

export const ReceiverNewsQuery = z.strictObject({
  ...ReceivedRequestListQuery.omit({ order: true, until: true, at: true }).shape,
  ...newsQuery,
})
export type ReceiverNewsQuery = z.infer<typeof ReceiverNewsQuery>

/** What is new of a receiver, for its rows, its header and the counts of rejected requests. */
export const ReceiverNews = z.object({
  rows: ReceivedRequestPage.nullable(),
  /** Names what `changed` describes. */
  state,
  /** Null where it is as it was when `seen` was. */
  changed: z.object({ receiver: ReceiverView, rejected: RejectedRequestsView }).nullable(),
})
export type ReceiverNews = z.infer<typeof ReceiverNews>
