import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterDirectory, readOrCreate, writePrivateFile } from './data-directory.ts'
import { createCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { startServer } from './server.ts'
import { clearLeftover, lockDirectory } from './directory-lock.ts'
import { type ServerUser, serverUser } from './server-user.ts'

export interface EmbeddedPostgres {
  url: string
  /** In the form of ENCRYPTION_KEY. */
  encryptionKey: string
  /** Where the cluster is: in the data directory, unless that is closed to the server's user. */
  clusterDirectory: string
  /** Resolves when the server has ended, by `stop` or not. */
  ended: Promise<void>
  stop: () => Promise<void>
}

const superuser = 'knockwire'
const database = 'knockwire'

interface Place {
  binaries: Binaries
  user: ServerUser | null
  directory: string
  superuser: string
  password: string
}

/** Makes the cluster under another name first, so that an interrupted start leaves no half of one. */
const ensureCluster = async (place: Place): Promise<void> => {
  const isMade = await stat(join(place.directory, 'PG_VERSION')).catch(() => null)
  if (isMade) return
  const unfinished = `${place.directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (place.user) await chown(unfinished, place.user.uid, place.user.gid)
  await createCluster({ ...place, directory: unfinished, flags: ['--auth=scram-sha-256'] })
  await rename(unfinished, place.directory)
}

/** The port of the last start if it is free, so that a noted address stays true. */
const persistedPort = async (dataDirectory: string): Promise<number> => {
  const file = join(dataDirectory, 'postgres-port')
  const last = Number(await readOrCreate(file, () => '0'))
  const port = await freePort(last > 0 ? last : undefined)
  if (port !== last) await writePrivateFile(file, String(port))
  return port
}

const ensureDatabase = async (serverUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

/** The id differs with each key that is made, so that a lost key is distinguished from a wrong one. */
const newEncryptionKey = () => `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`

const run = async (dataDirectory: string): Promise<EmbeddedPostgres> => {
  const user = await serverUser()
  const password = await readOrCreate(join(dataDirectory, 'postgres-password'), () => randomBytes(18).toString('hex'))
  const encryptionKey = await readOrCreate(join(dataDirectory, 'encryption-key'), newEncryptionKey)
  const directory = await clusterDirectory(dataDirectory, user)
  const place: Place = { binaries: await findBinaries(user), user, directory, superuser, password }
  await ensureCluster(place)
  await clearLeftover(directory)
  const port = await persistedPort(dataDirectory)
  const log = createWriteStream(join(dataDirectory, 'postgres.log'), { mode: 0o600 })
  // Durable as PostgreSQL ships: what was acknowledged survives a crash.
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  // PostgreSQL's own figures, which `initdb` scales down with the segments: checkpoints would come four times as often.
  const settings = { ...durable, max_wal_size: '1GB', min_wal_size: '80MB' }
  const server = await startServer({ ...place, port, settings, onLog: (text) => log.write(text) })
  const serverUrl = `postgres://${superuser}:${password}@127.0.0.1:${port}`
  await ensureDatabase(serverUrl).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  return {
    url: `${serverUrl}/${database}`,
    encryptionKey,
    clusterDirectory: directory,
    ended: server.ended,
    stop: server.stop,
  }
}

/** A real PostgreSQL of the product's own, on loopback alone, with its data, password and keys in `dataDirectory`. */
export const startEmbedded = async (dataDirectory: string): Promise<EmbeddedPostgres> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dataDirectory)
  try {
    const postgres = await run(dataDirectory)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      await postgres.stop()
      await lock.release()
    }
    return { ...postgres, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The server that another process runs on this directory; null where none answers. */
export const runningEmbedded = async (
  dataDirectory: string,
): Promise<Pick<EmbeddedPostgres, 'url' | 'encryptionKey'> | null> => {
  const read = (name: string) => readFile(join(dataDirectory, name), 'utf8').then((text) => text.trim())
  try {
    const [port, password, encryptionKey] = await Promise.all(
      ['postgres-port', 'postgres-password', 'encryption-key'].map(read),
    )
    const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    await client.connect()
    await client.end()
    return { url, encryptionKey: encryptionKey ?? '' }
  } catch {
    return null
  }
}
