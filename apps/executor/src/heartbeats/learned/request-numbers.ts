import { leastIdSql } from '@knockwire/db/uuidv7'

/*
 * Between which two numbers the last request before a time is, by what is stored of a receiver: where they differ, requests between
 * them have been deleted. Requests from before there were numbers count as number 0.
 */

/**
 * Requests are counted late where that is later than this after the end of their time: some may have been deleted meanwhile, so the count
 * is not known where the two numbers differ. Where they are counted in time, it is taken from the greater number. The two differ then for
 * one of two reasons:
 *
 * - The requests were committed in another order than they came.
 * - As many have come since as are kept. Those before the first one that is stored count to that time too, as if its grace were so much
 *   longer. Were the count not known instead, such a receiver would never have enough requests and never recover.
 */
export const lateMs = 300_000

/** That of the last one stored before the time; null where none is. */
export const seqBefore = (receiverId: string, time: string): string => `(
  select coalesce(q.seq, 0) from received_requests q
  where q.receiver_id = ${receiverId} and q.id < ${leastIdSql(time)} order by q.id desc nulls last limit 1)`

/** That before the first one stored since the time; null where none is. */
export const seqBeforeNext = (receiverId: string, time: string): string => `(
  select coalesce(q.seq - 1, 0) from received_requests q
  where q.receiver_id = ${receiverId} and q.id >= ${leastIdSql(time)} order by q.id nulls first limit 1)`
