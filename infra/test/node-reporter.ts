import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { reportPath } from './packages.ts'
import type { VitestReport } from './reports.ts'

const fresh = (): VitestReport => ({
  success: true,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
})

/** A reporter for node:test that writes what vitest's JSON reporter would, and prints a line for each failure. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const result = fresh()
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.details.type !== 'suite') {
      if (data.skip !== undefined) result.numPendingTests += 1
      else result.numPassedTests += 1
    }
    if (type === 'test:fail' && data.details.type !== 'suite') {
      result.success = false
      result.numFailedTests += 1
      const name = relative(process.cwd(), data.file ?? '')
      result.testResults.push({ name, status: 'failed', assertionResults: [{ status: 'failed', fullName: data.name }] })
      yield `failed: ${name}: ${data.name}\n${String(data.details.error.cause ?? data.details.error)}\n`
    }
  }
  await mkdir(dirname(reportPath), { recursive: true })
  await writeFile(reportPath, JSON.stringify(result))
  yield `${result.numPassedTests} passed, ${result.numFailedTests} failed\n`
}
