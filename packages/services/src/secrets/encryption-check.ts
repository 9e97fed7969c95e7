import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { encryptionCheck } from '@knockwire/db/schema/encryption-check'
import type { EncryptedValue } from '@knockwire/db/stored-json'
import { eq, sql } from 'drizzle-orm'
import { BadSettings } from '../settings/bad-settings.ts'
import type { Secrets } from './secrets.ts'

/** The one row's. */
const id = 'check'
const knownText = 'knockwire'

const wrongKey = ({ k }: EncryptedValue) =>
  new BadSettings(
    `ENCRYPTION_KEY is not the key of this database, whose secrets were encrypted under the key with the id "${k}": set the key that ` +
      'it was used with or, if that key is lost, run "keys:rotate --lost-key" and enter the secrets again.',
  )

const canOpen = (secrets: Secrets, value: EncryptedValue): boolean => {
  try {
    secrets.decrypt(value)
    return true
  } catch {
    return false
  }
}

/** Of a database whose first start was before there was a check: any secret there is. */
const anySecretSql = sql`
  select value from (
    (select secret as value from webhook_secrets limit 1)
    union all (select value from account_secrets limit 1)
    union all (select token from slack_channels where token is not null limit 1)
    union all (
      select request -> 'basicAuth' -> 'password' from tasks
      where jsonb_typeof(request -> 'basicAuth' -> 'password') = 'object' limit 1)
  ) secrets where value is not null limit 1`

const stored = async (db: DatabaseOrTransaction): Promise<EncryptedValue | null> => {
  const [row] = await db
    .select({ value: encryptionCheck.value })
    .from(encryptionCheck)
    .where(eq(encryptionCheck.id, id))
  return row?.value ?? null
}

/**
 * Checks at a start that ENCRYPTION_KEY opens what this database holds: by a known text that the first start stores, encrypted,
 * and that `keys:rotate` keeps under the current key. With a wrong key, runs would fail one by one instead.
 *
 * @throws BadSettings where it does not
 */
export const checkEncryptionKey = async (db: DatabaseOrTransaction, secrets: Secrets): Promise<void> => {
  let value = await stored(db)
  if (value === null) {
    const { rows } = await db.execute<{ value: EncryptedValue }>(anySecretSql)
    const secret = rows[0]?.value
    if (secret !== undefined && !canOpen(secrets, secret)) throw wrongKey(secret)
    await db
      .insert(encryptionCheck)
      .values({ id, value: secrets.encrypt(knownText) })
      .onConflictDoNothing()
    // Another process may have been first, with another key.
    value = await stored(db)
  }
  if (value !== null && !canOpen(secrets, value)) throw wrongKey(value)
}

/** Gives the key that the database was used with up for lost: from now on, the check is the current one's. */
export const replaceEncryptionCheck = async (db: DatabaseOrTransaction, secrets: Secrets): Promise<void> => {
  const value = secrets.encrypt(knownText)
  await db
    .insert(encryptionCheck)
    .values({ id, value })
    .onConflictDoUpdate({ target: encryptionCheck.id, set: { value } })
}
