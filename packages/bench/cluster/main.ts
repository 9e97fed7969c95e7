import { publish } from '../publish.ts'
import { printFigures, type Figure } from '../report.ts'
import { measureExecutors } from './executors.ts'
import { measureProcesses } from './processes.ts'
import { measureReplica } from './replica.ts'
import { ofExecutors, ofProcesses, ofReplica } from './report.ts'

const names = 'executors processes pooler replica'.split(' ')
const usage = `pnpm cluster [--seconds=8] [--publish] [${names.join('] [')}]
Real processes on one PostgreSQL. Without names: all.
executors: one, two and four of them, with a target that takes 200 ms; what schedules demanded beside what is recorded
processes: two of each kind; plan limits, tried at both at once
pooler:    the same with PgBouncer in transaction mode between (Debian: apt-get install pgbouncer)
replica:   the database's server killed and its replica promoted while runs and requests come in, with and without
           synchronous replication
--seconds: how long each number of executors works. --publish writes each into the documentation's table as it
ends.`

const words = process.argv.slice(2)
const only = words.filter((word) => !word.startsWith('--'))
const seconds = Number(words.find((word) => word.startsWith('--seconds='))?.split('=')[1] ?? 8)
const isRequested = (name: string) => only.length === 0 || only.includes(name)

const isPublished = words.includes('--publish')

const isMissed = ({ value, atLeast, atMost }: Figure) => value < (atLeast ?? -Infinity) || value > (atMost ?? Infinity)

const show = async (name: string, title: string, figures: readonly Figure[]) => {
  printFigures(title, figures)
  if (isPublished) await publish([{ name: `cluster-${name}`, title, figures }])
  if (figures.some(isMissed)) process.exitCode = 1
}

if (words.includes('--help')) {
  console.log(usage)
} else {
  if (isRequested('executors'))
    await show('executors', 'One, two and four executors', ofExecutors(await measureExecutors([1, 2, 4], seconds)))
  if (isRequested('processes'))
    await show('processes', 'Two processes of each kind', ofProcesses(await measureProcesses({ isPooled: false })))
  if (isRequested('pooler'))
    await show('pooler', 'Two of each kind, with PgBouncer', ofProcesses(await measureProcesses({ isPooled: true })))
  if (isRequested('replica')) {
    const title = 'A replica is promoted'
    await show('replica', `${title}, synchronous`, ofReplica(await measureReplica({ isSynchronous: true })))
    await show('replica-late', `${title}, not synchronous`, ofReplica(await measureReplica({ isSynchronous: false })))
  }
}
