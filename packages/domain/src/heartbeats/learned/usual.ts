/** Hours of the week that are judged together: one where it has requests enough, else several in a row. */
export interface UsualWindow {
  /** The first of them, from 0 for Monday at midnight. */
  start: number
  hours: number
  /** How many requests are usual, and the range in which nine of ten counts are. */
  expected: number
  from: number
  to: number
  /** Fewer hardly ever occur by chance. At least 1. */
  lowest: number
}

/** What is usual for a receiver, as it was learned from its history. */
export interface Usual {
  learnedAtMs: number
  /** The history that it was learned from. */
  fromMs: number
  untilMs: number
  /** How many requests are usual in each hour of the week; null where none is known. */
  hours: readonly (number | null)[]
  /** In the order of the week. In hours that are in none, too few requests come to judge by. */
  windows: readonly UsualWindow[]
  /** How many rejected requests an hour may have. */
  mostRejected: number
}

/** Counts of each hour of UTC from one on; null where they are not known. */
export interface RequestHistory {
  fromMs: number
  received: readonly (number | null)[]
  rejected: readonly number[]
}

/** From so much history it is learned, and not before there is so much of it. In days. */
export const learnedDays = 28
export const neededDays = 14

/**
 * Where nobody could take requests for so long, a count says nothing. A restart changes none much, unless what is usual comes just then. In
 * milliseconds.
 */
export const longAbsenceMs = 120_000

/** Longest grace of an expectation that was learned: each count is decided before the next one ends. In seconds. */
export const mostLearnedGrace = 3600

/** What was counted, as a change of a heartbeat has it. */
export interface Counted {
  kind: 'RECEIVED' | 'REJECTED'
  count: number
  fromMs: number
  untilMs: number
  /** What would have been usual. */
  from: number
  to: number
  timezone: string
}
