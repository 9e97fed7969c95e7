import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUser, type ServerUser } from './server-user.ts'
import type { Binaries } from './binaries.ts'

export interface NewCluster {
  binaries: Binaries
  user: ServerUser | null
  /** Empty, and owned by `user`. */
  directory: string
  superuser: string
  password: string
  /** More arguments for initdb. */
  flags?: string[]
}

/** The superuser's password, in a file that only the server's user can read, for as long as `use` runs. */
const withPasswordFile = async (cluster: NewCluster, use: (file: string) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-initdb-'))
  const file = join(directory, 'password')
  try {
    await writeFile(file, cluster.password, { mode: 0o600 })
    if (cluster.user) {
      await chown(file, cluster.user.uid, cluster.user.gid)
      await chown(directory, cluster.user.uid, cluster.user.gid)
    }
    await use(file)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const runInitdb = (cluster: NewCluster, passwordFile: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = [
      `--pgdata=${cluster.directory}`,
      `--username=${cluster.superuser}`,
      `--pwfile=${passwordFile}`,
      // See docs/decisions/0033-segments-of-the-log-are-small.md.
      '--wal-segsize=4',
      '--encoding=UTF8',
      // The order of text does not change with the machine's locale or its next C library.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(cluster.flags ?? []),
    ]
    const child = spawn(cluster.binaries.initdb, args, {
      ...asUser(cluster.user),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errorOutput = ''
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`PostgreSQL could not make its files in ${cluster.directory}: ${errorOutput.trim()}`))
    })
  })

/** Makes a PostgreSQL cluster's files (initdb). */
export const createCluster = (cluster: NewCluster): Promise<void> =>
  withPasswordFile(cluster, (file) => runInitdb(cluster, file))
