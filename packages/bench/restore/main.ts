import { parseArgs } from 'node:util'
import { findTools } from './postgres.ts'
import { tryRestore } from './restore.ts'

const usage = `pnpm restore:try [--requests 100000] [--bin FOLDER]
Populates its own PostgreSQL, backs it up with pg_dump and restores that into an empty database; then takes a base
backup, deletes everything, and recovers to the time before from the archived log. After each it compares the rows of
every table, and has the product sign in, decrypt and run a task there. Says how long each step took; ends with 1 where
anything is missing. Needs PostgreSQL's programs (Debian: apt-get install postgresql); FOLDER is where they are.`

const { values } = parseArgs({
  options: { requests: { type: 'string' }, bin: { type: 'string' }, help: { type: 'boolean' } },
})
const requests = Number(values.requests ?? 100_000)

if (values.help === true || !Number.isInteger(requests) || requests < 1) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else {
  const tools = await findTools(values.bin)
  const times = await tryRestore(tools, { requests, log: console.log })
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(`${times.rows} rows, a dump of ${(times.dumpBytes / 1e6).toFixed(0)} MB, PostgreSQL of ${tools.folder}`)
  console.log(
    `pg_dump ${seconds(times.dumpMs)}, pg_restore ${seconds(times.restoreMs)}, migration ${seconds(times.migrateMs)}, product ready ${seconds(times.readyMs)}`,
  )
  console.log(
    `pg_basebackup ${seconds(times.baseBackupMs)}, recovered to the time ${seconds(times.recoverMs)}, product ready ${seconds(times.readyAfterRecoveryMs)}`,
  )
}
