import { parseArgs } from 'node:util'
import { namespaceProblem } from './network-namespace.ts'
import { tryOutage } from './trial.ts'

const usage = `pnpm outage:try [--minutes 15] [--interval 20] [--silent]
Runs an executor in its own network namespace (as root on Linux), with tasks of two accounts at eight hosts that run every
so many seconds, cuts its network for so long, and restores it: no task may be deactivated, no alert may go out for the cut, a
host that is stopped afterwards must alert, and each account gets one mail. --silent: what is sent is lost, instead of being
refused at once. Ends with 1 where it is not so.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    interval: { type: 'string', default: '20' },
    silent: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
const [minutes, intervalSeconds] = [Number(values.minutes), Number(values.interval)]
const problem = values.help === true ? null : namespaceProblem()

if (values.help === true || !(minutes > 0) || !(intervalSeconds >= 1)) {
  console.log(usage)
  process.exitCode = values.help === true ? 0 : 2
} else if (problem !== null) {
  console.error(`A network namespace cannot be made here; run it as root on Linux. ${problem}`)
  process.exitCode = 2
} else {
  const how = values.silent ? 'SILENT' : 'UNREACHABLE'
  const seen = await tryOutage({ cutSeconds: minutes * 60, how, intervalSeconds, log: console.log })
  console.log(seen)
  const isRight =
    seen.deactivated === 0 && seen.failed === 0 && seen.alertsOfCut === 0 && seen.mails.every((number) => number === 1)
  console.log(isRight ? 'No task was deactivated, no alert sent or lost.' : 'That is wrong.')
  process.exitCode = isRight ? 0 : 1
}
