import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '@knockwire/embedded-postgres/binaries'
import { createCluster } from '@knockwire/embedded-postgres/cluster'
import { startServer } from '@knockwire/embedded-postgres/server'
import { serverUser } from '@knockwire/embedded-postgres/server-user'
import { endWithRun } from '@knockwire/embedded-postgres/testing/end-with-run'
import { freePort } from './processes/free-port.ts'

export interface TestServer {
  /** A superuser's URL of the database `postgres`. */
  url: string
  /** Ends every session, as an operator's restart does, and comes back at the same address with the same data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Nothing in a test's database outlives the run, so nothing is made durable. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  autovacuum_naptime: '10s',
  // What a killed process was reading is not read to the end.
  client_connection_check_interval: '200ms',
  // Where the data is in memory, its log is too.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
}

const memoryFiles = '/dev/shm'
const tmpfsMagic = 0x01021994
const gigabyte = 2 ** 30

/** Three times of what a whole run was seen to hold there at once; a container has 64 MB unless it is configured otherwise. */
const hasMemoryFiles = async (): Promise<boolean> => {
  const { type, bavail, bsize } = await statfs(memoryFiles)
  return type === tmpfsMagic && bavail * bsize > gigabyte && process.availableMemory() > 4 * gigabyte
}

/**
 * Where the data lies: in memory, if there is enough. A database is 330 files that are made and deleted again, which takes
 * 25 ms of processor time there, and on ext4 up to 600: each new file steps over all that were deleted the minute before.
 */
const dataRoot = async (): Promise<string> => ((await hasMemoryFiles().catch(() => false)) ? memoryFiles : tmpdir())

/** A real PostgreSQL with an empty data directory, for one run of tests. */
export const startTestServer = async (): Promise<TestServer> => {
  const user = await serverUser()
  const binaries = await findBinaries(user)
  const directory = await mkdtemp(join(await dataRoot(), 'knockwire-test-postgres-'))
  if (user) await chown(directory, user.uid, user.gid)
  const password = randomBytes(12).toString('hex')
  const cluster = { binaries, user, directory, superuser: 'postgres', password }
  // One round of hashing: a connection's password check costs nothing, and the data is worth nothing.
  await createCluster({ ...cluster, flags: ['--no-sync', '--auth=scram-sha-256', '--set=scram_iterations=1'] })
  const port = await freePort()
  const start = async () => {
    const server = await startServer({ ...cluster, port, settings: fastSettings })
    return { stop: server.stop, release: endWithRun({ pid: server.pid, directory }) }
  }
  const end = async ({ stop, release }: Awaited<ReturnType<typeof start>>) => {
    await stop()
    release()
  }
  let server = await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await end(server)
      server = await start()
    },
    stop: async () => {
      await end(server)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
