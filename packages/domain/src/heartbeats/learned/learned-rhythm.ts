import { z } from 'zod'
import { Timestamp } from '../../id.ts'
import { isTimeZone } from '../../schedules/zone-clock.ts'
import { CountedView } from '../heartbeat.ts'

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.')

/** By which clocks it is learned, and of which days and hours: those of an expectation that is not saved yet. */
export const LearnedRhythmQuery = z
  .strictObject({
    timezone: z.string().max(64).refine(isTimeZone, 'Choose a timezone.').default('UTC'),
    /** The numbers of the days that count, from 1 for Monday: `12345`. With `from` and `until`; left out: all. */
    days: z
      .string()
      .regex(/^[1-7]{1,7}$/, 'Enter days as numbers from 1 for Monday, such as 12345.')
      .optional(),
    from: clock.optional(),
    until: clock.optional(),
  })
  .refine(
    ({ days, from, until }) =>
      (days === undefined) === (from === undefined) && (from === undefined) === (until === undefined),
    { path: ['days'], message: 'Enter days, from and until together.' },
  )
export type LearnedRhythmQuery = z.infer<typeof LearnedRhythmQuery>

/** Hours of the week that are judged together. */
export const UsualWindowView = z.object({
  /** The first of them, from 0 for Monday at midnight. */
  start: z.number().int(),
  hours: z.number().int(),
  /** How many requests are usual, and the range in which nine of ten counts are. */
  expected: z.number(),
  usualFrom: z.number().int(),
  usualTo: z.number().int(),
  /** Fewer are an alert. */
  lowest: z.number().int(),
})
export type UsualWindowView = z.infer<typeof UsualWindowView>

/** What a receiver's requests of the last four weeks say is usual, and when it would have alerted. */
export const LearnedRhythmView = z.object({
  timezone: z.string(),
  /** For how many days requests are known of, and how many are needed. */
  days: z.number().int(),
  neededDays: z.number().int(),
  /** Why what is usual cannot be expected yet; null where it can. */
  problem: z.string().nullable(),
  from: Timestamp,
  to: Timestamp,
  /** How many requests are usual in each of the 168 hours of the week, from Monday at midnight; null where it is not known. */
  hours: z.array(z.number().nullable()),
  /** In hours that are in none, too few requests come to judge by. */
  windows: z.array(UsualWindowView),
  /** How many rejected requests an hour may have. */
  mostRejected: z.number().int(),
  /** How long a silence may last at most before it is noticed, in seconds and without the grace time; null where none would be. */
  silenceNoticedWithin: z.number().int().nullable(),
  /** When it would have alerted in this time. Of what went on, the first. */
  alerts: z.array(CountedView),
})
export type LearnedRhythmView = z.infer<typeof LearnedRhythmView>
