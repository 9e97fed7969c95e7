import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test databases are made: a superuser's URL, and the template that they are clones of. */
    testPostgres: { serverUrl: string; template: string }
  }
}

/** Something beside our migrations that the template is to hold: pg-boss's schema, for one. */
export interface TemplateInstaller {
  /** Changes whenever what `install` makes changes: it is part of the template's name. */
  version: string
  install: (url: string) => Promise<void>
}

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))

const hashOfMigrations = async (): Promise<string> => {
  const hash = createHash('sha256')
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  for (const name of files.toSorted()) hash.update(name).update(await readFile(`${migrations}/${name}`))
  return hash.digest('hex')
}

const templateName = async (installers: TemplateInstaller[]): Promise<string> => {
  const parts = [await hashOfMigrations(), ...installers.map(({ version }) => version)]
  return `template_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`
}

export const databaseUrl = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Any fixed number: packages that share a server make the template one after the other. */
const templateLock = 7_205_933

const make = async (client: pg.Client, serverUrl: string, name: string, installers: TemplateInstaller[]) => {
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const url = databaseUrl(serverUrl, unfinished)
  await migrate(url)
  for (const { install } of installers) await install(url)
  // Nobody may connect to a template while it is being cloned.
  await client.query(`alter database ${unfinished} with allow_connections false`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [unfinished])
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

/** The name of a database, migrated once, that each test file clones; made if this server has none yet. */
export const ensureTemplate = async (serverUrl: string, installers: TemplateInstaller[]): Promise<string> => {
  const name = await templateName(installers)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await make(client, serverUrl, name, installers)
  } finally {
    await client.end()
  }
  return name
}
