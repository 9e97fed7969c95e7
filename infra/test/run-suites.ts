import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '../process/root.ts'
import {
  add,
  failedFilesOf,
  failure,
  none,
  type PlaywrightReport,
  type Tally,
  tallyPlaywright,
  tallyVitest,
  type VitestReport,
  withoutFailedFiles,
} from './reports.ts'

const cache = join(root, 'node_modules', '.cache')

/** A runner of tests: how it is started, where its report lies then, and how that is read. */
interface Suite<Report> {
  name: string
  directory: string
  program: string
  args: string[]
  env: Record<string, string>
  reportFile: string
  tally: (report: Report) => Tally
  /** How those that failed are run again: one run after the other, each with its own arguments; none where the report does not say which failed. */
  reruns: (report: Report) => string[][]
  /** What a report is worth without those that are run again. */
  tallyRest: (report: Report) => Tally
}

const vitestReport = join(cache, 'vitest-report.json')
const journeysReport = join(cache, 'journeys-report.json')

/** Every package's tests. */
const packages: Suite<VitestReport> = {
  name: 'tests of the packages',
  directory: root,
  program: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--testTimeout=180000', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  // More than there are cores: a test that kills processes and waits until others notice leaves its core idle.
  env: { VITEST_MAX_WORKERS: String(availableParallelism() + 2) },
  reportFile: vitestReport,
  tally: tallyVitest,
  // Vitest runs files in a browser beside those that need none, however many workers it has.
  reruns: (report) =>
    Object.values(Object.groupBy(failedFilesOf(report), (file) => (file.endsWith('.tsx') ? 'browser' : 'node'))).map(
      (files) => ['--maxWorkers=1', ...files],
    ),
  tallyRest: (report) => tallyVitest(withoutFailedFiles(report)),
}

const journeys: Suite<PlaywrightReport> = {
  name: 'journeys in a browser',
  directory: join(root, 'packages', 'e2e'),
  program: 'node_modules/@playwright/test/cli.js',
  args: ['test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
  reportFile: journeysReport,
  tally: tallyPlaywright,
  reruns: ({ stats }) => (stats.unexpected > 0 ? [['--last-failed', '--workers=1']] : []),
  tallyRest: ({ stats, errors }) => tallyPlaywright({ stats: { ...stats, unexpected: 0 }, errors, suites: [] }),
}

const run = <Report>({ directory, program, args, env }: Suite<Report>): Promise<number> => {
  const child = spawn(process.execPath, [join(directory, program), ...args], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', end)
      resolve(code ?? 1)
    })
  })
}

interface SuiteRun<Report> {
  tally: Tally
  report: Report | null
}

const runOnce = async <Report>(suite: Suite<Report>): Promise<SuiteRun<Report>> => {
  await rm(suite.reportFile, { force: true })
  const code = await run(suite)
  const text = await readFile(suite.reportFile, 'utf8').catch(() => null)
  if (text === null) return { tally: failure(`${suite.name}: there is no report`), report: null }
  const report = JSON.parse(text) as Report
  const tally = suite.tally(report)
  if (code === 0 || tally.failed > 0) return { tally, report }
  return { tally: add(tally, failure(`${suite.name}: ended with code ${code}`)), report }
}

/** What failed is run once more, alone: what fails again is wrong, and what passes waited too briefly for a busy machine. */
const rerunFailed = async <Report>(suite: Suite<Report>, { tally, report }: SuiteRun<Report>): Promise<Tally> => {
  const reruns = report === null ? [] : suite.reruns(report)
  if (report === null || reruns.length === 0) return tally
  console.log(`\nRunning again alone what failed among the ${suite.name}.\n`)
  let again = none
  for (const args of reruns) again = add(again, (await runOnce({ ...suite, args: [...suite.args, ...args] })).tally)
  const passedAlone = tally.failures.filter((line) => !again.failures.includes(line))
  return add(add(suite.tallyRest(report), again), { ...none, passedAlone })
}

/** Both side by side, so that no core is idle while tests of one kind wait for something. */
export const runSuites = async (): Promise<Tally> => {
  const [ofPackages, ofJourneys] = await Promise.all([runOnce(packages), runOnce(journeys)])
  return add(await rerunFailed(packages, ofPackages), await rerunFailed(journeys, ofJourneys))
}
