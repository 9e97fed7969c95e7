import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { migrate } from '@knockwire/db/migrate'
import { installQueue } from '@knockwire/queue/queues'
import pg from 'pg'
import { parentOf } from './cpu.ts'

export interface BenchDatabase {
  url: string
  encryptionKey: string
  pool: pg.Pool
  /** PostgreSQL's first process, of which all others are children. */
  pid: number
  stop: () => Promise<void>
}

/** A PostgreSQL of the bench's own, durable as the product ships it. */
export const startBenchDatabase = async (): Promise<BenchDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-bench-'))
  const postgres = await startEmbedded(directory)
  await migrate(postgres.url)
  await installQueue(postgres.url)
  process.once('SIGINT', () => void postgres.stop().finally(() => process.exit(130)))
  process.once('SIGTERM', () => void postgres.stop().finally(() => process.exit(143)))
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2, application_name: 'bench' })
  pool.on('error', () => {})
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    url: postgres.url,
    encryptionKey: postgres.encryptionKey,
    pool,
    pid: parentOf(rows[0]?.pid ?? 0),
    stop: async () => {
      await pool.end()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
