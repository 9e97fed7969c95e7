import { isDeepStrictEqual } from 'node:util'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { LearnedRhythmQuery, LearnedRhythmView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { learn, type LearnedFor } from '@knockwire/domain/heartbeats/learned/learn'
import { silenceNoticedWithin } from '@knockwire/domain/heartbeats/learned/next-window'
import { tryUsual } from '@knockwire/domain/heartbeats/learned/trial'
import { neededDays, type RequestHistory, type Usual } from '@knockwire/domain/heartbeats/learned/usual'
import { loadHistory } from '@knockwire/services/heartbeats/load-history'
import { findReceiver } from '../../../access/owned/owned-receiver.ts'
import type { ApiContext, Caller } from '../../../context.ts'

interface Learned {
  history: RequestHistory
  days: number
  usual: Usual
  /** Why it cannot be expected; null where it can. */
  problem: string | null
}

/** What is usual for a receiver, as far as its history tells. */
const learnOf = async (
  db: DatabaseOrTransaction,
  { receiverId, expectation, nowMs }: { receiverId: string; expectation: LearnedFor; nowMs: number },
): Promise<Learned> => {
  const { history, days: known, isEnough } = await loadHistory(db, receiverId, nowMs)
  const usual = learn(history, expectation, nowMs)
  const days = Math.floor(known)
  return { history, days, usual, problem: problemOf(days, isEnough, usual.windows.length) }
}

const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

const problemOf = (days: number, isEnough: boolean, windows: number): string | null => {
  if (!isEnough) return `There are ${daysText(days)} of requests to learn from; ${daysText(neededDays)} are needed.`
  return windows > 0 ? null : 'There are too few requests, or they are too irregular, to learn what is usual.'
}

const isSame = (a: Expectation, b: Expectation) =>
  a.mode === b.mode && a.timezone === b.timezone && isDeepStrictEqual(a.activeHours, b.activeHours)

interface LearnedSave {
  /** Null for a receiver that is yet to be made. */
  receiverId: string | null
  expectation: Expectation
  stored: Expectation | null
  nowMs: number
}

/** What keeps a receiver from expecting what is usual. One that does already goes on, whatever its history is now. */
export const checkLearned = async (
  db: DatabaseOrTransaction,
  { receiverId, expectation, stored, nowMs }: LearnedSave,
): Promise<FieldErrors> => {
  if (expectation.mode !== 'LEARNED' || (stored !== null && isSame(expectation, stored))) return {}
  const problem =
    receiverId === null ? problemOf(0, false, 0) : (await learnOf(db, { receiverId, expectation, nowMs })).problem
  return problem === null ? {} : { expectationMode: problem }
}

/** What is usual as it is to be stored; null where it is not expected, and where the history does not tell it. */
export const usualFor = async (
  db: DatabaseOrTransaction,
  receiverId: string,
  expectation: Expectation,
  nowMs: number,
): Promise<Usual | null> => {
  if (expectation.mode !== 'LEARNED') return null
  const { usual, problem } = await learnOf(db, { receiverId, expectation, nowMs })
  return problem === null ? usual : null
}

const textOf = (epochMs: number) => new Date(epochMs).toISOString()

/** What a receiver would learn, and when it would have alerted over the time that it learns from. Nothing is saved. */
export const readLearnedRhythm = async (
  { db, now }: ApiContext,
  caller: Caller,
  { receiverId, timezone, days: activeDays, from, until }: LearnedRhythmQuery & { receiverId: string },
): Promise<LearnedRhythmView> => {
  await findReceiver(db, caller, receiverId)
  const activeHours =
    activeDays === undefined || from === undefined || until === undefined
      ? null
      : { days: Array.from(new Set(activeDays), Number), from, until }
  const expectation = { timezone, activeHours }
  const { history, days, usual, problem } = await learnOf(db, { receiverId, expectation, nowMs: now() })
  const noticedWithin = silenceNoticedWithin(usual)
  return {
    timezone,
    days,
    neededDays,
    problem,
    from: textOf(usual.fromMs),
    to: textOf(usual.untilMs),
    hours: [...usual.hours],
    windows: usual.windows.map(({ from: usualFrom, to: usualTo, expected, ...window }) => ({
      ...window,
      expected: Math.round(expected * 10) / 10,
      usualFrom,
      usualTo,
    })),
    mostRejected: usual.mostRejected,
    silenceNoticedWithin: noticedWithin === null ? null : noticedWithin * 3600,
    alerts: tryUsual(usual, history, expectation).map((alert) => ({
      kind: alert.kind,
      count: alert.count,
      from: textOf(alert.fromMs),
      to: textOf(alert.untilMs),
      usualFrom: alert.from,
      usualTo: alert.to,
    })),
  }
}
