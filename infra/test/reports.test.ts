import assert from 'node:assert/strict'
import { it } from 'vitest'
import {
  add,
  failedFilesOf,
  failure,
  none,
  summary,
  tallyPlaywright,
  tallyVitest,
  withoutFailedFiles,
} from './reports.ts'

const vitest = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'works' }] }],
}

it('the summary counts passed, failed and skipped tests', () => {
  const failed = [{ name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'breaks' }] }]
  const one = tallyVitest(vitest)
  const other = tallyVitest({ ...vitest, success: false, numFailedTests: 1, testResults: failed })
  assert.equal(summary(one), '3 passed, 0 failed, 2 skipped')
  assert.equal(summary(add(one, other)), '6 passed, 1 failed, 4 skipped')
  assert.deepEqual(other.failures, ['b.test.ts: breaks'])
  assert.equal(summary(none), '0 passed, 0 failed')
})

it('a file that did not load and an error outside the tests each count as a failure', () => {
  const unloaded = {
    ...vitest,
    success: false,
    testResults: [{ name: 'c.test.ts', status: 'failed', assertionResults: [] }],
  }
  assert.equal(tallyVitest(unloaded).failed, 1)
  assert.equal(tallyVitest({ ...vitest, success: false }).failed, 1)
})

it('files that failed are counted by the run that repeats them alone', () => {
  const failed = {
    name: 'b.test.ts',
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'works too' },
      { status: 'failed', fullName: 'breaks' },
    ],
  }
  const testResults = [...vitest.testResults, failed]
  const first = { ...vitest, success: false, numPassedTests: 4, numFailedTests: 1, testResults }
  assert.deepEqual(failedFilesOf(first), ['b.test.ts'])
  assert.equal(summary(tallyVitest(withoutFailedFiles(first))), '3 passed, 0 failed, 2 skipped')
})

it('a flaky journey counts as a failure', () => {
  const suites = [{ title: 'tasks.spec.ts', suites: [{ title: 'a task', specs: [{ title: 'runs', ok: false }] }] }]
  const tally = tallyPlaywright({
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no server\n at x' }],
    suites,
  })
  assert.equal(summary(tally), '5 passed, 3 failed, 2 skipped')
  assert.deepEqual(tally.failures, ['a task: runs', 'no server'])
})

it('a missing report counts as a failure', () => {
  assert.equal(summary(failure('@knockwire/db: there is no report of its tests')), '0 passed, 1 failed')
})
