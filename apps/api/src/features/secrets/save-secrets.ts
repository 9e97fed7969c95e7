import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { accountSecrets } from '@knockwire/db/schema/projects'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { invalidFields } from '@knockwire/domain/errors'
import { mostSecrets } from '@knockwire/domain/definitions/secret'
import type { AuditEvent } from '@knockwire/services/audit/record-event'
import { eq, sql } from 'drizzle-orm'
import { auditAll } from '../../access/audit.ts'
import type { ApiContext, Caller } from '../../context.ts'

export const secretNamesOf = async (db: DatabaseOrTransaction, accountId: string): Promise<Set<string>> => {
  const rows = await db
    .select({ name: accountSecrets.name })
    .from(accountSecrets)
    .where(eq(accountSecrets.accountId, accountId))
  return new Set(rows.map(({ name }) => name))
}

const isSameValue = ({ secrets }: ApiContext, stored: typeof accountSecrets.$inferSelect, value: string): boolean => {
  try {
    return secrets.decrypt(stored.value) === value
  } catch {
    return false
  }
}

/**
 * Stores secrets in the caller's transaction, which has locked the account: from its commit on, requests are sent with them. One that
 * has its value already stays as it is. Gives the names of those that are new.
 */
export const saveSecrets = async (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  values: Readonly<Record<string, string>>,
): Promise<Set<string>> => {
  const { accountId } = caller
  const stored = await tx.select().from(accountSecrets).where(eq(accountSecrets.accountId, accountId))
  const byName = new Map(stored.map((row) => [row.name, row]))
  const changed = Object.entries(values).filter(([name, value]) => {
    const row = byName.get(name)
    return row === undefined || !isSameValue(context, row, value)
  })
  const created = new Set(changed.map(([name]) => name).filter((name) => !byName.has(name)))
  if (byName.size + created.size > mostSecrets) {
    const message = `An account has at most ${mostSecrets} secrets. Delete one first.`
    throw invalidFields({ secrets: message }, message)
  }
  if (changed.length === 0) return created
  const now = new Date(context.now())
  const rows = changed.map(([name, value]) => ({
    id: byName.get(name)?.id ?? uuidv7(context.now()),
    accountId,
    name,
    value: context.secrets.encrypt(value),
    createdAt: now,
    updatedAt: now,
  }))
  await tx
    .insert(accountSecrets)
    .values(rows)
    .onConflictDoUpdate({
      target: [accountSecrets.accountId, accountSecrets.name],
      set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
    })
  const events = rows.map(({ id, name }): AuditEvent => {
    const action = created.has(name) ? 'secret.created' : 'secret.updated'
    return { action, object: { type: 'SECRET', id, name } }
  })
  await auditAll(context, tx, caller, events)
  return created
}
