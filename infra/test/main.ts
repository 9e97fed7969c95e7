import { buildPrograms } from '../build/build-programs.ts'
import { startTestServer } from '@knockwire/db/testing/test-server'
import { ensureChromium } from './chromium.ts'
import { add, failure, none, summary, type Tally } from './reports.ts'
import { ensureCurl, ensurePython } from './programs.ts'
import { runSuites } from './run-suites.ts'
import { findWrk } from './wrk.ts'

/** Only few tests need the program: without it they fail, and the others still run. */
const orFailure = async (ensure: () => Promise<void>): Promise<Tally> => {
  try {
    await ensure()
    return none
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error))
  }
}

const findBrowser = async (): Promise<void> => {
  process.env['KNOCKWIRE_CHROMIUM'] = await ensureChromium()
}

const run = async (): Promise<Tally> => {
  const programs = [await orFailure(findBrowser), await orFailure(ensureCurl), await orFailure(ensurePython)].reduce(
    add,
  )
  const wrk = await findWrk()
  if (wrk !== undefined) process.env['KNOCKWIRE_WRK'] = wrk
  // Once for all tests: each program that one starts comes up in half of the processor time.
  await buildPrograms((name) => console.log(`Bundling the ${name}.`))
  process.env['KNOCKWIRE_TEST_BUNDLES'] = '1'
  const server = await startTestServer()
  const onSignal = () => void server.stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal)
  process.once('disconnect', onSignal)
  try {
    // One server for all packages; each makes its own template and databases on it.
    process.env['KNOCKWIRE_TEST_SERVER_URL'] = server.url
    return add(programs, await runSuites())
  } finally {
    await server.stop()
  }
}

const tally = await run().catch((error: unknown) => failure(String(error)))
const list = (heading: string, lines: readonly string[]) =>
  lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`), ''] : []
const lines = [
  ...list('Failed beside the others, and passed alone:', tally.passedAlone),
  ...list('Failed:', tally.failures),
  summary(tally),
]
console.log(`\n${lines.join('\n')}`)
process.exit(tally.failed === 0 ? 0 : 1)
