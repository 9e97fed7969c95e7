import { appendFile, chown, cp, mkdtemp, readdir, rm, writeFile, chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { migrate } from '@knockwire/db/migrate'
import { findBinaries } from '@knockwire/embedded-postgres/binaries'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { freePort } from '@knockwire/embedded-postgres/free-port'
import { startServer } from '@knockwire/embedded-postgres/server'
import { type ServerUser, serverUser } from '@knockwire/embedded-postgres/server-user'
import { installQueue } from '@knockwire/queue/queues'
import pg from 'pg'
import { sleep } from '../parts/bench.ts'
import { parentOf } from '../parts/cpu.ts'
import { startForward } from './forward.ts'

export interface ReplicatedDatabase {
  /** Of the one that takes writes, before and after the replica's promotion. */
  url: string
  encryptionKey: string
  /** The first server is killed outright, and its replica takes over. */
  failOver: () => Promise<void>
  stop: () => Promise<void>
}

export interface ReplicationOptions {
  /** A commit waits until the replica has it on its disk. */
  isSynchronous: boolean
  /** How far away the replica is. */
  delayMs: number
}

const withPort = (url: string, port: number): string => {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** What belongs to the running server, and what the replica is sent. */
const notCopied = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'backup_label'])

const give = async (directory: string, user: ServerUser | null) => {
  if (user === null) return
  await chown(directory, user.uid, user.gid)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), user.uid, user.gid)
}

/** A copy of the server's files while it runs, as `pg_basebackup` makes one, which follows the server once it is started. */
const copyServer = async (primaryUrl: string, from: string, to: string, sentFromPort: number): Promise<void> =>
  withClient(primaryUrl, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    await cp(from, to, {
      recursive: true,
      filter: (path) => dirname(path) !== from || !notCopied.has(basename(path)),
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(to, 'standby.signal'), '')
    for (const name of ['pg_wal', 'pg_replslot']) await mkdir(join(to, name), { recursive: true, mode: 0o700 })
    const { username, password } = new URL(primaryUrl)
    const connection = `host=127.0.0.1 port=${sentFromPort} user=${username} password=${password} application_name=replica`
    await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
    await chmod(to, 0o700)
  })

const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 600) throw new Error('The replica does not follow.')
    await sleep(50)
  }
}

const replicationState = async (client: pg.Client): Promise<string | undefined> =>
  (await client.query<{ sync_state: string }>('select sync_state from pg_stat_replication')).rows[0]?.sync_state

/** PostgreSQL with a streaming replica, both of the bench's own, behind one address. */
export const startReplicatedDatabase = async (options: ReplicationOptions): Promise<ReplicatedDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-replica-'))
  await chmod(directory, 0o711)
  const primary = await startEmbedded(join(directory, 'first'))
  await migrate(primary.url)
  await installQueue(primary.url)
  const primaryPid = await withClient(primary.url, async (client) => {
    await client.query(`alter system set wal_keep_size = '512MB'`)
    await client.query('select pg_reload_conf()')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
  const { password, username, port } = new URL(primary.url)
  const sending = await startForward(Number(port), options.delayMs)
  const replicaDirectory = join(directory, 'replica')
  const user = await serverUser()
  await copyServer(primary.url, primary.clusterDirectory, replicaDirectory, sending.port)
  await give(replicaDirectory, user)
  const replicaPort = await freePort()
  const replica = await startServer({
    binaries: await findBinaries(user),
    user,
    directory: replicaDirectory,
    port: replicaPort,
    superuser: username,
    password,
    settings: {},
  })
  await withClient(primary.url, async (client) => {
    await until(async () => (await replicationState(client)) !== undefined)
    if (!options.isSynchronous) return
    await client.query(`alter system set synchronous_standby_names = 'replica'`)
    await client.query('select pg_reload_conf()')
    await until(async () => (await replicationState(client)) === 'sync')
  })
  const forward = await startForward(Number(port))
  return {
    url: withPort(primary.url, forward.port),
    encryptionKey: primary.encryptionKey,
    failOver: async () => {
      process.kill(primaryPid, 'SIGKILL')
      await primary.ended
      await withClient(withPort(primary.url, replicaPort), (client) => client.query('select pg_promote()'))
      forward.switchTo(replicaPort)
    },
    stop: async () => {
      await Promise.all([forward.stop(), sending.stop()])
      await replica.stop()
      await primary.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
