import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@knockwire/embedded-postgres/free-port'
import { asUser, serverUser } from '@knockwire/embedded-postgres/server-user'
import pg from 'pg'
import { sleep } from '../parts/bench.ts'

export interface Pooler {
  url: string
  stop: () => Promise<void>
}

const fewSessions = 4

/** PgBouncer in transaction mode before the database; it has to be installed (Debian's package `pgbouncer`). */
export const startPooler = async (databaseUrl: string): Promise<Pooler> => {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const listenPort = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-pgbouncer-'))
  const file = join(directory, 'pgbouncer.ini')
  const database = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`
  await writeFile(
    file,
    [
      '[databases]',
      `knockwire = ${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${fewSessions}`,
      'idle_transaction_timeout = 10',
      'ignore_startup_parameters = extra_float_digits',
    ].join('\n'),
  )
  const user = await serverUser()
  if (user) for (const path of [directory, file]) await chown(path, user.uid, user.gid)
  const child = spawn('pgbouncer', ['-q', file], { ...asUser(user), stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit').catch((error: unknown) => {
    throw new Error('PgBouncer cannot be run: install it (Debian: apt-get install pgbouncer).', { cause: error })
  })
  const url = `postgres://knockwire@127.0.0.1:${listenPort}/knockwire`
  await Promise.race([untilItAnswers(url), ended.then(() => Promise.reject(new Error('PgBouncer ended at once.')))])
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const untilItAnswers = async (url: string) => {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (tries > 100) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
