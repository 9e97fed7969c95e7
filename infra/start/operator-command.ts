import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runningEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { root } from '../process/root.ts'
import { appEnvironment } from './app-environment.ts'
import { startDatabase, type StartedDatabase } from './database.ts'
import { readSettings, type StartSettings } from './settings.ts'

/** Only a start makes an embedded database. Made by a command, it would be an empty one, beside the server's own. */
const throwIfNone = ({ databaseUrl, dataDirectory }: StartSettings): void => {
  if (databaseUrl !== null || existsSync(join(dataDirectory, 'encryption-key'))) return
  throw new Error(
    `DATABASE_URL is not set, and ${dataDirectory} holds no embedded database. Set DATABASE_URL and the other settings of the server; ` +
      'where its processes are units of systemd, run knockwire-operator instead.',
  )
}

/** The database that a start command uses just now, or one that is started for this command alone. */
const openDatabase = async (settings: StartSettings): Promise<StartedDatabase> => {
  const running = settings.databaseUrl === null ? await runningEmbedded(settings.dataDirectory) : null
  if (running === null) {
    throwIfNone(settings)
    return startDatabase(settings)
  }
  const { url, encryptionKey } = running
  const demo = { email: '', password: '' }
  return {
    url,
    embedded: { encryptionKey, clusterDirectory: '', demo },
    ended: new Promise(() => {}),
    stop: async () => {},
  }
}

/**
 * Runs a command of an app, such as one that sets a plan, with the settings and against the database of the start
 * command, and ends this process with its exit code. It migrates nothing: that is for a start or the migration to do, when
 * it is announced.
 */
export const runOperatorCommand = async (file: string, parameters: string[] = []): Promise<never> => {
  let database: StartedDatabase | null = null
  try {
    const settings = readSettings()
    database = await openDatabase(settings)
    const env = appEnvironment(settings, database)
    const args = ['--disable-warning=ExperimentalWarning', file, ...parameters]
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    process.exitCode = typeof code === 'number' ? code : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  } finally {
    await database?.stop()
  }
  process.exit()
}
