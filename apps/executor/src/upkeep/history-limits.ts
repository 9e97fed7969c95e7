import { plans } from '@knockwire/domain/plans/plans'
import { plainArray } from '../sql-array.ts'
import type { Chore } from './start-upkeep.ts'

const kept = Object.entries(plans).map(([plan, { history }]) => ({ plan, ...history }))

/** No history has to be cut that has no more than this. */
export const leastKept = Math.min(...kept.map(({ executions }) => executions))

/** The plans, and how many each keeps: two arrays for the `allowance` of a statement. */
export const countAllowance = [
  plainArray(kept.map(({ plan }) => plan)),
  plainArray(kept.map(({ executions }) => executions)),
] as const

const aged = kept.flatMap(({ plan, days }) => (days === null ? [] : [{ plan, days }]))
const ageAllowance = [plainArray(aged.map(({ plan }) => plan)), plainArray(aged.map(({ days }) => days))] as const

/**
 * A page of owners, tasks or receivers, whose plan keeps nothing for ever, each with the least id that it keeps: ids are
 * in the order of time. So it costs by whose history has an end, however old that of all the others is.
 */
export const agedPage = (owners: 'tasks' | 'receivers') => `
  allowance as (
    select plan, (
      lpad(to_hex((extract(epoch from now() - days * interval '1 day') * 1000)::bigint), 12, '0') || '70008000000000000000'
    )::uuid as before
    from unnest($1::text[], $2::int[]) as allowance (plan, days)
  ), page as (
    select owner.id, allowance.before
    from ${owners} owner join accounts a on a.id = owner.account_id join allowance on allowance.plan = a.plan
    where owner.id > $3 order by owner.id limit $4
  )`

/** A chore that goes through all owners in pages, one each time. */
export interface AgeLimit {
  run: Chore
  /** Whether it stands before another page, and not at the beginning again. */
  hasMore: () => boolean
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** `sql` deletes what is too old on an `agedPage`, and gives the `count` of that and the `last` owner. */
export const createAgeLimit = (sql: string, ownersAtOnce = 200): AgeLimit => {
  let after = beforeAll
  return {
    run: async (client) => {
      const { rows } = await client.query<{ count: number; last: string | null }>(sql, [
        ...ageAllowance,
        after,
        ownersAtOnce,
      ])
      after = rows[0]?.last ?? beforeAll
      return rows[0]?.count ?? 0
    },
    hasMore: () => after !== beforeAll,
  }
}
