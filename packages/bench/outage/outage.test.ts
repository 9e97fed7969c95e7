import { expect, it } from 'vitest'
import { namespaceProblem } from './network-namespace.ts'
import { tryOutage } from './trial.ts'

const problem = namespaceProblem()
const withinMs = 400_000

// Without the right to make a network namespace (root on Linux), `pnpm outage:try` says what is missing.
it.skipIf(problem !== null)(
  'an executor whose network is cut and restored deactivates no task, sends no alert of the cut, loses none afterwards, and mails each account once',
  async () => {
    const programs = process.env['KNOCKWIRE_TEST_BUNDLES'] === '1' ? 'bundle' : 'source'
    // Calls on a connection that is kept fail when their 30 seconds are over, all others at once.
    const seen = await tryOutage({ cutSeconds: 50, how: 'UNREACHABLE', intervalSeconds: 4, programs })
    expect(seen).toMatchObject({ failed: 0, deactivated: 0, alertsOfCut: 0, mails: [1, 1] })
    expect(seen.inconclusive).toBeGreaterThan(3 * seen.tasks)
    expect(seen.alertedOfHost).toBeGreaterThanOrEqual(seen.tasksOfHost)
  },
  withinMs,
)
