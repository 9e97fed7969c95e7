import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { DeliveryView } from '../notifications/deliveries/delivery.ts'
import { pageOf, pageQuery } from '../page.ts'
import type { HistoryFilters } from './filters.ts'
import { longestWatchKey } from './history-rules.ts'

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

/** The most rows that a caller can have watched in one call. */
const mostWatched = 100

/**
 * What every list call of a history takes beside its filters. `pageTopObject` names the first item of the page that the caller has;
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
})

export interface HistoryQuery extends HistoryFilters {
  page: number
  size: number
  pageTopObject?: string | undefined
  after?: string | undefined
  order?: 'newest' | 'oldest' | undefined
  until?: string | undefined
  at?: string | undefined
  watch?: string[] | undefined
}

/** The id in a watch key; null where there is none. */
export const watchedId = (key: string): string | null => {
  const id = Id.safeParse(key.split('~')[0])
  return id.success ? id.data : null
}
