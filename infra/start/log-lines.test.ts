import assert from 'node:assert/strict'
import { it } from 'vitest'
import { prettyLine } from './log-lines.ts'

it("the launcher prints an app's JSON log line as level, message and fields", () => {
  const line = JSON.stringify({ level: 40, time: 1, pid: 2, hostname: 'h', msg: 'slow', tookMs: 31 })
  assert.equal(prettyLine(line), 'warn  slow {"tookMs":31}')
})

it("the launcher prints an error's stack below its log line", () => {
  const line = JSON.stringify({ level: 50, msg: 'failed', err: { type: 'Error', stack: 'Error: no\n  at x' } })
  assert.equal(prettyLine(line), 'error failed\n    Error: no\n      at x')
})

it('the launcher prints a line that is not a log entry unchanged', () => {
  for (const line of ['', 'PORT is not set.', '{"half', '{"a":1}', '7']) assert.equal(prettyLine(line), line)
})
