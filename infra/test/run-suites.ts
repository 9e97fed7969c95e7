import { readFile, rm } from 'node:fs/promises'
import { turbo } from '../process/turbo.ts'
import { reportPath, type Runner, type TestedPackage } from './packages.ts'
import { add, failure, none, type Tally, tallyPlaywright, tallyVitest } from './reports.ts'

/** How a runner is told to write its report beside what it prints. */
const reporterArgs: Record<Runner, string[]> = {
  vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
  // Playwright takes the file's name from the environment, our reporter for node:test knows it.
  playwright: ['--reporter=list,json'],
  node: [],
}

const tallyOf = async ({ name, runner, reportFile }: TestedPackage): Promise<Tally> => {
  const text = await readFile(reportFile, 'utf8').catch(() => null)
  if (text === null) return failure(`${name}: there is no report of its tests`)
  const report = JSON.parse(text)
  return runner === 'playwright' ? tallyPlaywright(report) : tallyVitest(report, name)
}

/** Runs the tests of some packages, all with one runner, and reads their reports. */
const runWith = async (runner: Runner, packages: TestedPackage[]): Promise<Tally> => {
  if (packages.length === 0) return none
  for (const { reportFile } of packages) await rm(reportFile, { force: true })
  const [first] = packages
  if (runner === 'playwright' && first) process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = first.reportFile
  const filters = packages.map(({ name }) => `--filter=${name}`)
  const flags = ['--concurrency=2', '--continue=always', '--log-order=grouped', '--output-logs=full']
  const code = await turbo(['run', 'test', ...filters, ...flags], reporterArgs[runner])
  const tally = (await Promise.all(packages.map(tallyOf))).reduce(add, none)
  return code !== 0 && tally.failed === 0 ? add(tally, failure(`${runner} ended with code ${code}`)) : tally
}

/** The browser's journeys come last: they need the whole machine. */
const order: Runner[] = ['node', 'vitest', 'playwright']

export const runSuites = async (packages: TestedPackage[]): Promise<Tally> => {
  let total = none
  for (const runner of order) {
    total = add(
      total,
      await runWith(
        runner,
        packages.filter((tested) => tested.runner === runner),
      ),
    )
  }
  return total
}
