import assert from 'node:assert/strict'
import { it } from 'vitest'
import { prettyLine } from './log-lines.ts'

it("tells an app's log line in words", () => {
  const line = JSON.stringify({ level: 40, time: 1, pid: 2, hostname: 'h', msg: 'slow', tookMs: 31 })
  assert.equal(prettyLine(line), 'warn  slow {"tookMs":31}')
})

it("shows an error's stack below its line", () => {
  const line = JSON.stringify({ level: 50, msg: 'failed', err: { type: 'Error', stack: 'Error: no\n  at x' } })
  assert.equal(prettyLine(line), 'error failed\n    Error: no\n      at x')
})

it('leaves alone what is no log line', () => {
  for (const line of ['', 'PORT is not set.', '{"half', '{"a":1}', '7']) assert.equal(prettyLine(line), line)
})
