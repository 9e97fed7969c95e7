import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '../process/root.ts'
import { add, failure, none, type Tally, tallyPlaywright, tallyVitest } from './reports.ts'

const cache = join(root, 'node_modules', '.cache')

/** A runner of tests: how it is started, where its report lies then, and how that is read. */
interface Suite {
  name: string
  directory: string
  program: string
  args: string[]
  env: Record<string, string>
  reportFile: string
  // oxlint-disable-next-line typescript/no-explicit-any
  tally: (report: any) => Tally
}

const vitestReport = join(cache, 'vitest-report.json')
const journeysReport = join(cache, 'journeys-report.json')

/** Every package's tests. */
const packages: Suite = {
  name: 'tests of the packages',
  directory: root,
  program: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--testTimeout=120000', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  // More than there are cores: a test that kills processes and waits until others notice leaves its core idle.
  env: { VITEST_MAX_WORKERS: String(availableParallelism() + 2) },
  reportFile: vitestReport,
  tally: tallyVitest,
}

const journeys: Suite = {
  name: 'journeys in a browser',
  directory: join(root, 'packages', 'e2e'),
  program: 'node_modules/@playwright/test/cli.js',
  args: ['test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
  reportFile: journeysReport,
  tally: tallyPlaywright,
}

const run = ({ directory, program, args, env }: Suite): Promise<number> => {
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

const tallyOf = async (suite: Suite): Promise<Tally> => {
  await rm(suite.reportFile, { force: true })
  const code = await run(suite)
  const text = await readFile(suite.reportFile, 'utf8').catch(() => null)
  if (text === null) return failure(`${suite.name}: there is no report`)
  const tally = suite.tally(JSON.parse(text))
  return code !== 0 && tally.failed === 0 ? add(tally, failure(`${suite.name}: ended with code ${code}`)) : tally
}

/** Both side by side, so that no core is idle while tests of one kind wait for something. */
export const runSuites = async (): Promise<Tally> =>
  (await Promise.all([packages, journeys].map(tallyOf))).reduce(add, none)
