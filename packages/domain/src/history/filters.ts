import { z } from 'zod'
import { executionTriggers } from '../executions/triggers.ts'
import { Timestamp } from '../id.ts'
import { receivedMethods } from '../receivers/receiver-rules.ts'
import { historyResults } from './history-rules.ts'

/** A target may answer with any code of three digits, and all of them are recorded. */
const codePattern = /^([1-9]xx|[1-9]\d\d)$/i

/** Values separated by commas. */
const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(item).min(1).max(20))

export const HistoryResult = z.enum(historyResults)
export type HistoryResult = z.infer<typeof HistoryResult>

/** What narrows every history down, and its exports; all of it has to match. */
const commonFilters = {
  status: listOf(HistoryResult).optional(),
  /** Codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
  code: listOf(z.string().regex(codePattern, 'Enter status codes such as 404, or classes such as 5xx.')).optional(),
  /** Whether a notification was due. */
  notified: z.stringbool().optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** Part of the URL or of a body, in any case (of the letters A to Z). */
  text: z.string().min(1).max(200).optional(),
}

/** What only the history of one kind has. */
const ownFilters = {
  task: { trigger: z.enum(executionTriggers).optional() },
  /** The methods that are recorded, separated by commas. */
  receiver: { method: listOf(z.enum(receivedMethods)).optional() },
}

export type HistoryKind = keyof typeof ownFilters
export type CommonFilterName = keyof typeof commonFilters
export type OwnFilterName<Kind extends HistoryKind> = keyof (typeof ownFilters)[Kind]

export const taskHistoryFilters = { ...commonFilters, ...ownFilters.task }
export const receiverHistoryFilters = { ...commonFilters, ...ownFilters.receiver }
const allFilters = { ...taskHistoryFilters, ...receiverHistoryFilters }

const schema = {
  task: z.object(taskHistoryFilters),
  receiver: z.object(receiverHistoryFilters),
  all: z.object(allFilters),
}
export type TaskHistoryFilters = z.infer<typeof schema.task>
export type ReceiverHistoryFilters = z.infer<typeof schema.receiver>
export type HistoryFilters = z.infer<typeof schema.all>

export const isFiltered = (query: HistoryFilters): boolean =>
  Object.keys(allFilters).some((name) => query[name as keyof HistoryFilters] !== undefined)
