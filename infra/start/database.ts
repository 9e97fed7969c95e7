import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import type { StartSettings } from './settings.ts'

export interface DemoAccount {
  email: string
  password: string
}

export interface StartedDatabase {
  url: string
  /** Only of the embedded one: what the apps are to be given with it. */
  embedded: { encryptionKey: string; clusterDirectory: string; demo: DemoAccount } | null
  /** Resolves when the embedded one ended although nobody stopped it. */
  ended: Promise<void>
  stop: () => Promise<void>
}

/** The demonstration account's password is made once and kept, since the account is. */
const demoAccount = async (dataDirectory: string): Promise<DemoAccount> => {
  const file = join(dataDirectory, 'demo-password')
  const kept = await readFile(file, 'utf8').catch(() => null)
  const password = kept ?? randomBytes(9).toString('base64url')
  if (kept === null) await writeFile(file, password, { mode: 0o600 })
  return { email: 'demo@knockwire.example', password }
}

/** The database that DATABASE_URL names, or the embedded one, running. */
export const startDatabase = async ({ databaseUrl, dataDirectory }: StartSettings): Promise<StartedDatabase> => {
  if (databaseUrl) {
    return { url: databaseUrl, embedded: null, ended: new Promise(() => {}), stop: async () => {} }
  }
  const postgres = await startEmbedded(dataDirectory)
  const demo = await demoAccount(dataDirectory)
  return {
    url: postgres.url,
    embedded: { encryptionKey: postgres.encryptionKey, clusterDirectory: postgres.clusterDirectory, demo },
    ended: postgres.ended,
    stop: postgres.stop,
  }
}
