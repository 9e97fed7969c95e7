import assert from 'node:assert/strict'
import { afterEach, it, vi } from 'vitest'
import { complain, prettyLine, printedLine, say, setLogFormat } from './log-lines.ts'

afterEach(() => {
  setLogFormat('pretty')
  vi.restoreAllMocks()
})

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

it('on a server, every line of the start command is JSON with a time: those of the apps as they are, and all others', () => {
  const written: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void written.push(line))
  const ofApp = JSON.stringify({ level: 30, time: 1, app: 'api', msg: 'request' })
  setLogFormat('json')
  printedLine('api', ofApp)
  printedLine('executor', 'PORT is not set.')
  say('\nStopping.', { reason: 'signal' })
  complain('The api ended with code 1.')
  assert.equal(written[0], ofApp)
  const others = written.slice(1).map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.ok(others.every(({ time }) => typeof time === 'number'))
  assert.deepEqual(
    others.map(({ time: _time, ...line }) => line),
    [
      { level: 50, app: 'executor', msg: 'PORT is not set.' },
      { level: 30, app: 'start', reason: 'signal', msg: 'Stopping.' },
      { level: 50, app: 'start', msg: 'The api ended with code 1.' },
    ],
  )
})
