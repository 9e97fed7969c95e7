import '@knockwire/db/drizzle-import-hook'
import { openDatabase } from '@knockwire/db/client'
import { reencrypt } from './reencrypt.ts'
import { replaceEncryptionCheck } from '@knockwire/services/secrets/encryption-check'
import { createSecrets } from '@knockwire/services/secrets/secrets'
import { requireMigrated } from './require-migrated.ts'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { readSettings, type Settings } from '../settings.ts'

const keepOldKeys =
  'No stored secret needs the other keys any more. Keep them at the end of ENCRYPTION_KEY for at least 30 days: the unsubscribe links of mails that were sent earlier are signed with them.'

/**
 * Encrypts every stored secret under the first key of ENCRYPTION_KEY. The others are still needed for the unsubscribe links of
 * mails that were sent earlier. `isKeyLost`: what other keys encrypted cannot be read, and processes are to start all the same.
 */
const run = async ({ databaseUrl: url, keyring }: Settings, isKeyLost: boolean): Promise<void> => {
  const applicationName = 'knockwire-rotate-keys'
  const { db, pool, close } = openDatabase({ url, max: 2, applicationName, onIdleError: () => {} })
  try {
    await requireMigrated(db)
    if (isKeyLost) await replaceEncryptionCheck(db, createSecrets(keyring))
    const results = await reencrypt(pool, { secrets: createSecrets(keyring), current: keyring.current })
    for (const { table, column, changed, unreadable, unsettled } of results) {
      const notes = [
        `${changed} encrypted under the key "${keyring.current}"`,
        ...(unreadable > 0 ? [`${unreadable} unreadable: their key is not in ENCRYPTION_KEY`] : []),
        ...(unsettled > 0 ? [`${unsettled} written under another key meanwhile: repeat the command`] : []),
      ]
      process.stdout.write(`${table}.${column}: ${notes.join(', ')}\n`)
    }
    if (results.some(({ unreadable, unsettled }) => unreadable + unsettled > 0)) process.exitCode = 1
    else if (Object.keys(keyring.keys).length > 1) process.stdout.write(`${keepOldKeys}\n`)
  } finally {
    await close()
  }
}

// Where the output is cut off, as by `head`, the rotation goes on to its end.
process.stdout.on('error', () => {})

try {
  await run(readSettings(), process.argv.includes('--lost-key'))
} catch (error) {
  const text = error instanceof BadSettings ? error.message : `The keys could not be rotated. ${String(error)}`
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
