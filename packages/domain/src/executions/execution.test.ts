import { expect, it } from 'vitest'
import { errorTitles } from './error-titles.ts'
import { ExecutionErrorCode, ExecutionExportQuery } from './execution.ts'

it('each error has its own title', () => {
  const titles = ExecutionErrorCode.options.map((code) => errorTitles[code])
  expect(titles).toEqual([
    'Host name not found',
    'No connection',
    'Connection lost',
    'Invalid certificate',
    'Timeout',
    'Address blocked',
    'Too many redirects',
    'Invalid response',
    'Not completed in time',
    'Reported as failed',
    'Interrupted',
    'Secret missing or not usable',
    'Error on our side',
    'Inconclusive: our network failed',
  ])
})

it('an export that names no format is of lines of JSON', () => {
  expect(ExecutionExportQuery.parse({}).format).toBe('jsonl')
  expect(ExecutionExportQuery.safeParse({ format: 'csv' }).success).toBe(false)
})
