import { isAbsolute, relative } from 'node:path'
import { root } from '../process/root.ts'

/** What a run of tests came to. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** The failures, each in one line. */
  failures: string[]
  /** What failed beside the other tests, and passed when it was run again alone, each in one line. */
  passedAlone: string[]
}

export const none: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], passedAlone: [] }

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  passedAlone: [...a.passedAlone, ...b.passedAlone],
})

export const failure = (line: string): Tally => ({ ...none, failed: 1, failures: [line] })

/** The part of vitest's JSON report that counts. */
export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

type VitestFile = VitestReport['testResults'][number]

const hasFailed = ({ status, assertionResults }: VitestFile): boolean =>
  status === 'failed' || assertionResults.some((result) => result.status === 'failed')

/** The files to run again: a test often rests on what those before it in its file have done. */
export const failedFilesOf = ({ testResults }: VitestReport): string[] =>
  testResults.filter(hasFailed).map(({ name }) => name)

/** What is left of a report when the files that failed are run again. */
export const withoutFailedFiles = (report: VitestReport): VitestReport => {
  const results = report.testResults.filter(hasFailed).flatMap(({ assertionResults }) => assertionResults)
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length
  return {
    ...report,
    success: true,
    numPassedTests: report.numPassedTests - count('passed'),
    numFailedTests: report.numFailedTests - count('failed'),
    numPendingTests: report.numPendingTests - count('skipped', 'pending', 'disabled'),
    numTodoTests: report.numTodoTests - count('todo'),
    testResults: report.testResults.filter((file) => !hasFailed(file)),
  }
}

/** A file that could not even be loaded has no failed test, and is a failure all the same. */
const failuresOf = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name: path, status, assertionResults }) => {
    const name = isAbsolute(path) ? relative(root, path) : path
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${name}: the file did not run`]
    return failed.map(({ fullName }) => `${name}: ${fullName}`)
  })

export const tallyVitest = (report: VitestReport): Tally => {
  const failures = failuresOf(report)
  // An error outside any test fails the run without failing a test.
  if (!report.success && failures.length === 0)
    failures.push('an error was thrown outside the tests, or there are none')
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = Math.max(failures.length, report.numFailedTests)
  return { ...none, passed: report.numPassedTests, failed, skipped, failures }
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; ok: boolean }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

const failedSpecs = ({ title, suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map((spec) => `${title}: ${spec.title}`),
  ...suites.flatMap(failedSpecs),
]

/** A test that passes only sometimes does not pass. */
export const tallyPlaywright = ({ stats, errors, suites }: PlaywrightReport): Tally => {
  const errorLines = errors.map(({ message }) => message?.split('\n')[0] ?? 'an error was thrown outside the tests')
  return {
    ...none,
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failedSpecs), ...errorLines],
  }
}

/** The run's last line, for people and programs. */
export const summary = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
