import { randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { webhookSecrets } from '@knockwire/db/schema/notifications'
import type { Secrets } from './secrets.ts'

/** Standard Webhooks: 24 to 64 bytes. */
const keyBytes = 32

/** What signs an account's HTTP notifications, `whsec_` and the key in base64; created when it is first requested. */
export const webhookSecretOf = async (
  db: DatabaseOrTransaction,
  secrets: Secrets,
  accountId: string,
): Promise<string> => {
  const kept = await readSecret(db, accountId)
  if (kept !== undefined) return secrets.decrypt(kept)
  const made = secrets.encrypt(`whsec_${randomBytes(keyBytes).toString('base64')}`)
  await db.insert(webhookSecrets).values({ accountId, secret: made, createdAt: new Date() }).onConflictDoNothing()
  // Another process may have been first.
  const first = await readSecret(db, accountId)
  if (first === undefined) throw new Error(`Account ${accountId} has no webhook secret.`)
  return secrets.decrypt(first)
}

const readSecret = async (db: DatabaseOrTransaction, accountId: string) => {
  const [row] = await db
    .select({ secret: webhookSecrets.secret })
    .from(webhookSecrets)
    .where(eq(webhookSecrets.accountId, accountId))
  return row?.secret
}

/** Forgets what HTTP notifications of these accounts are signed with: the next one is signed with a new secret. */
export const forgetWebhookSecrets = async (tx: DatabaseOrTransaction, accountIds: readonly string[]): Promise<void> => {
  await tx.delete(webhookSecrets).where(inArray(webhookSecrets.accountId, [...accountIds]))
}
