import { leastIdSql } from '@knockwire/db/uuidv7'

/*
 * Between which two numbers the last request before a time is, by what is stored of a receiver: where they differ, requests between
 * them have been deleted. Requests from before there were numbers count as number 0.
 */

/**
 * A time that is counted later than this after its end is counted late. Before, little that came since can have been deleted: where the
 * numbers differ then, they followed the commits in another order than the requests came. Or as many have come since as are kept at all:
 * those that came up to the first one stored count to that time too, as if its grace were so much longer. Were it not known instead, such
 * a receiver would never have enough and never recover.
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
