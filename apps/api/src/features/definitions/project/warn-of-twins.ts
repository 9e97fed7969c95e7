import type { Transaction } from '@knockwire/db/client'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { textArray } from '@knockwire/db/sql-array'
import type { Change, ResourceKind } from '@knockwire/domain/definitions/apply'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedResource } from '../plan/plan-project.ts'

const keyOf = ({ kind, key }: { kind: ResourceKind; key: string }) => `${kind} ${key}`

/** The names, of these, that something has which was made by hand and has no key. */
const namesByHand = async (tx: Transaction, accountId: string, kind: ResourceKind, names: readonly string[]) => {
  if (names.length === 0) return new Set<string>()
  const table = kind === 'task' ? tasks : receivers
  const rows = await tx
    .select({ name: table.name })
    .from(table)
    .where(
      and(
        eq(table.accountId, accountId),
        eq(table.isDraft, false),
        isNull(table.key),
        sql`${table.name} = any (${textArray(names)}::text[])`,
      ),
    )
  return new Set(rows.flatMap(({ name }) => name ?? []))
}

/**
 * The changes, of which those say so that would create what is there already by its name, without a key: a copy of its lines creates
 * it again.
 */
export const warnOfTwins = async (
  tx: Transaction,
  accountId: string,
  changes: readonly Change[],
  resources: readonly ParsedResource[],
): Promise<Change[]> => {
  const names = new Map(resources.map((resource) => [keyOf(resource), resource.definition.name]))
  const created = changes.filter(({ op }) => op === 'create')
  const of = (kind: ResourceKind) =>
    created.filter((change) => change.kind === kind).flatMap((change) => names.get(keyOf(change)) ?? [])
  const byHand = {
    task: await namesByHand(tx, accountId, 'task', of('task')),
    receiver: await namesByHand(tx, accountId, 'receiver', of('receiver')),
  }
  return changes.map((change) => {
    const name = names.get(keyOf(change))
    if (change.op !== 'create' || !name || !byHand[change.kind].has(name)) return change
    const warning = `A ${change.kind} of this name was made by hand and has no key: this creates another one. knockwire adopt gives it a key.`
    return { ...change, warnings: [...change.warnings, warning] }
  })
}
