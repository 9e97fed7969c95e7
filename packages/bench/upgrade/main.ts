import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { copyWithTrial } from './trial-migration.ts'
import { tryUpgrade } from './upgrade.ts'

const usage = `pnpm upgrade:try [--from REVISION]
Checks the previous version out, installs it, and runs it on its own database, with a task every two seconds. Then the
database is migrated to this version, and by a column and an index of the trial's own, while the previous one runs; this
version starts beside it; the previous one stops. At each step both sign in, read each other's data and run tasks. Ends with
1 where anything fails, or a run was missed or made twice. REVISION is by default the one before the newest migration, or
HEAD while there is only the first; none from before the first can be tried.`

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bench = join(root, 'packages/bench')

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()

const isFirstMigrationAlone = async () => {
  const { entries } = JSON.parse(await readFile(join(root, 'packages/db/migrations/meta/_journal.json'), 'utf8'))
  return entries.length === 1
}

const previousRevision = async () =>
  (await isFirstMigrationAlone()) ? 'HEAD' : `${git('log', '-1', '--format=%H', '--', 'packages/db/migrations')}^`

const { values } = parseArgs({ options: { from: { type: 'string' }, help: { type: 'boolean' } } })

const tryFrom = async (revision: string) => {
  console.log(`From ${git('log', '-1', '--format=%h of %ad, %s', '--date=short', revision)}`)
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-upgrade-'))
  const previous = join(folder, 'previous')
  git('worktree', 'add', '--quiet', '--detach', previous, revision)
  const database = await startEmbedded(join(folder, 'data'))
  try {
    const options = { cwd: previous, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
    execFileSync('npx', ['-y', 'pnpm@10', 'install', '--frozen-lockfile', '--prefer-offline', '--silent'], options)
    const migrations = await copyWithTrial(join(folder, 'migrations'))
    await tryUpgrade(database.url, { folder: previous, fromBench: relative(bench, previous) }, migrations, console.log)
  } finally {
    await database.stop()
    git('worktree', 'remove', '--force', previous)
    await rm(folder, { recursive: true, force: true })
  }
}

if (values.help === true) console.log(usage)
else await tryFrom(values.from ?? (await previousRevision()))
