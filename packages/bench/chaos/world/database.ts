import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@knockwire/db/migrate'
import { noteSignals } from '@knockwire/db/testing/invariants/heartbeats/note-signals'
import { noteChanges } from '@knockwire/db/testing/invariants/note-changes'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { installQueue } from '@knockwire/queue/queues'
import pg from 'pg'
import { parentOf } from '../../parts/cpu.ts'
import { startLink } from './link.ts'

/** A PostgreSQL of the run's own, as durable as it is shipped, and what lies between it and the product. */
export const startDatabase = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-chaos-'))
  let postgres = await startEmbedded(directory)
  const { encryptionKey, url } = postgres
  await migrate(url)
  await installQueue(url)
  // The checker's own connections, past the link.
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'chaos' })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  await noteChanges(pool)
  await noteSignals(pool)
  const link = await startLink(Number(new URL(url).port))
  const linked = new URL(url)
  linked.port = String(link.port)
  return {
    url: linked.href,
    encryptionKey,
    pool,
    link,
    kill: async () => {
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(parentOf(rows[0]?.pid ?? 0), 'SIGKILL')
      await postgres.ended
      await postgres.stop()
    },
    /** As a server is that is being replaced: it answers, and refuses to write. */
    setReadOnly: async (isReadOnly: boolean) => {
      await pool.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
      await pool.query('select pg_reload_conf()')
    },
    shutDown: () => postgres.stop(),
    start: async () => {
      postgres = await startEmbedded(directory)
      if (postgres.url !== url) throw new Error('PostgreSQL came back at another address.')
    },
    stop: async () => {
      await link.stop()
      await pool.end()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type ChaosDatabase = Awaited<ReturnType<typeof startDatabase>>
