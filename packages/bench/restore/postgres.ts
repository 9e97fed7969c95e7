import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@knockwire/embedded-postgres/free-port'
import { startServer } from '@knockwire/embedded-postgres/server'
import { asUser, type ServerUser, serverUser } from '@knockwire/embedded-postgres/server-user'
import pg from 'pg'

const run = promisify(execFile)

const neededTools = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup']
const superuser = 'postgres'
const password = 'of the trial'

/** PostgreSQL's own programs, all of one version, which the embedded one lacks. */
export interface Tools {
  folder: string
  user: ServerUser | null
  /** Runs one of them as the server's user. */
  run: (tool: string, args: readonly string[]) => Promise<void>
}

/** @param folder - where they are; by default where Debian's packages `postgresql` and `postgresql-client` have them. */
export const findTools = async (folder: string | undefined): Promise<Tools> => {
  const installed = folder ?? (await run('pg_config', ['--bindir']).catch(() => ({ stdout: '' }))).stdout.trim()
  const missing = neededTools.filter((tool) => !existsSync(join(installed, tool)))
  if (missing.length > 0)
    throw new Error(
      `There is no ${missing.join(', ')} in "${installed}": name the folder with --bin (Debian: apt-get install postgresql).`,
    )
  const user = await serverUser()
  return {
    folder: installed,
    user,
    run: async (tool, args) => {
      const env = { ...process.env, PGPASSWORD: password }
      await run(join(installed, tool), args, { ...asUser(user), cwd: '/', env, maxBuffer: 1e8 })
    },
  }
}

export interface Server {
  url: string
  port: number
  stop: () => Promise<void>
}

/** A folder that the server's user may write to. */
export const makeFolder = async ({ user }: Tools, path: string): Promise<string> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (user) await chown(path, user.uid, user.gid)
  return path
}

export const writeAs = async ({ user }: Tools, path: string, text: string): Promise<void> => {
  await writeFile(path, text, { mode: 0o600 })
  if (user) await chown(path, user.uid, user.gid)
}

/** An empty cluster's files. */
export const createCluster = async (tools: Tools, directory: string): Promise<void> => {
  const passwordFile = `${directory}.password`
  await writeAs(tools, passwordFile, password)
  const options = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await tools.run('initdb', [`--pgdata=${directory}`, `--username=${superuser}`, ...options])
}

export const startCluster = async (
  { folder, user }: Tools,
  directory: string,
  settings: Record<string, string>,
): Promise<Server> => {
  const port = await freePort()
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  const server = await startServer({ binaries, user, directory, port, superuser, password, settings })
  const url = `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  return { url, port, stop: server.stop }
}

export const databaseUrl = ({ url }: Server, name: string): string => new URL(`/${name}`, url).href

export const query = async <T extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** The rows of every table, by its name: ours, the migrations' and the queue's. */
export const countRows = async (url: string): Promise<Record<string, number>> => {
  const tables = await query<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle', 'pgboss') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await query<{ n: number }>(url, `select count(*)::int as n from ${name}`)
    counts[name] = row?.n ?? NaN
  }
  return counts
}

/** Throws where a table has another count of rows than it should. */
export const compareRows = (expected: Record<string, number>, found: Record<string, number>): void => {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  const different = [...names].filter((name) => expected[name] !== found[name])
  if (different.length === 0) return
  const list = different.map((name) => `${name}: ${expected[name] ?? 'none'} before, ${found[name] ?? 'none'} after`)
  throw new Error(`The restored database differs.\n${list.join('\n')}`)
}
