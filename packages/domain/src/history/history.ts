import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { DeliveryView } from '../notifications/deliveries/delivery.ts'
import type { ReceivedMethod } from '../receivers/receiver-rules.ts'
import { pageOf, pageQuery } from '../page.ts'
import { historyResults, longestWatchKey } from './history-rules.ts'

/** What a row shows of a notification; the rest comes with the row's details. */
export const DeliveryMarkView = DeliveryView.pick({ type: true, status: true, attempts: true, deliveredAt: true })
export type DeliveryMarkView = z.infer<typeof DeliveryMarkView>

/**
 * A part of a history. Where nothing is newer than what the caller has, `hasNewItem` is false and `results` empty.
 * `newest` is the newest that matches, whatever the page; null only where nothing does. With `after`, `newer` counts what
 * is newer, of which `results` holds at most a page. `isActive`: the task or receiver is not disabled.
 */
export const historyPageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    ...pageOf(item).shape,
    hasNewItem: z.boolean(),
    newest: Id.nullable(),
    newer: z.number().int(),
    isActive: z.boolean(),
  })

/** The page that one item stands on. */
export const embeddedPageOf = <T extends z.ZodType>(item: T) =>
  z.object({ ...pageOf(item).shape, newest: Id.nullable() })

/** A target may answer with any code of three digits, and all of them are recorded. */
const codePattern = /^([1-9]xx|[1-9]\d\d)$/i
/** Values separated by commas. */
export const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(item).min(1).max(20))

/** What narrows a history down; all of it has to match. */
const historyFilters = {
  /** Codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
  code: listOf(z.string().regex(codePattern, 'Enter status codes such as 404, or classes such as 5xx.')).optional(),
  /** Whether a notification was due. */
  notified: z.stringbool().optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** Part of the URL or of a body, in any case (of the letters A to Z). */
  text: z.string().min(1).max(200).optional(),
}

export const HistoryResult = z.enum(historyResults)
export type HistoryResult = z.infer<typeof HistoryResult>

/** The most rows that a caller can have watched in one call. */
const mostWatched = 100

/**
 * What every list call of a history takes. `pageTopObject` names the first item of the page that the caller has;
 * `after` is the newest item it has: only what is newer is answered, and of `watch` (rows by `watchKey`, separated by
 * commas) those that changed. It is made for display: of much that is newer only the newest page is answered, unless
 * `order` is `oldest`; and an item may be committed after one with a greater id. Who needs every item follows the history by
 * a cursor (`follow.ts`). `until` keeps a page as it was when that item was the newest. `at` asks for the page
 * where that time is.
 */
export const historyQuery = (defaultSize: number) => ({
  ...pageQuery(defaultSize),
  pageTopObject: z.string().max(100).optional(),
  after: Id.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
  until: Id.optional(),
  at: Timestamp.optional(),
  watch: z
    .string()
    .max(mostWatched * longestWatchKey)
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().max(longestWatchKey)).max(mostWatched))
    .optional(),
  status: listOf(HistoryResult).optional(),
  ...historyFilters,
})

/** What every export of a history takes: the filters of its list. */
export const historyExportQuery = { status: listOf(HistoryResult).optional(), ...historyFilters }

export interface HistoryQuery {
  page: number
  size: number
  pageTopObject?: string | undefined
  after?: string | undefined
  order?: 'newest' | 'oldest' | undefined
  until?: string | undefined
  at?: string | undefined
  watch?: string[] | undefined
  status?: HistoryResult[] | undefined
  trigger?: string | undefined
  code?: string[] | undefined
  /** Of received requests. */
  method?: ReceivedMethod[] | undefined
  notified?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}

const filterNames = ['status', 'trigger', 'code', 'method', 'notified', 'from', 'to', 'text'] as const

export const isFiltered = (query: HistoryQuery): boolean => filterNames.some((name) => query[name] !== undefined)

/** The id in a watch key; null where there is none. */
export const watchedId = (key: string): string | null => {
  const id = Id.safeParse(key.split('~')[0])
  return id.success ? id.data : null
}
