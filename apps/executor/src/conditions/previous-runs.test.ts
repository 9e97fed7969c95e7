import { uuidv7 } from '@knockwire/db/uuidv7'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { type Observation, resolved } from '@knockwire/domain/conditions/sources/source'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { expect, it } from 'vitest'
import type { RunResult } from '../run/run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { readingOf } from './reading.ts'
import type { Rule } from './rules.ts'
import { readPreviousRunInTurn } from './previous-runs.ts'
import { createRunConditions } from './run-conditions.ts'

/** Compares with the execution before, of which it remembers nothing yet. */
const rule: Rule = {
  notificationId: uuidv7(),
  type: 'EMAIL',
  condition: { ...defaultCondition, source: 'response_body_text', comparison: 'has_changed' },
  firing: defaultFiring,
  version: '1',
  hasState: false,
}
const endedRun = (accountId: string): RunResult => ({
  executionId: uuidv7(),
  taskId: uuidv7(),
  accountId,
  trigger: 'SCHEDULE',
  attempt: uuidv7(),
  dueMs: 0,
  startedMs: null,
  sent: null,
  outcome: { status: 'FAILED', code: 'TIMEOUT', message: 'No answer came.', responseTimeMs: null },
})
/** Too long to be read outside the sandbox. */
const longRun: Observation = { statusCode: 200, responseTimeMs: 1, headers: [], body: 'x'.repeat(20_000) }

it('few answers to earlier runs are held while they wait for the sandbox, however many runs end', async () => {
  const turn = Promise.withResolvers<void>()
  let held = 0
  let mostHeld = 0
  const sandbox = {
    isPenalised: () => false,
    run: async (_accountId: string, job: { operands: SimpleCondition[] }) => {
      await turn.promise
      held -= 1
      return { kind: 'answered', answer: job.operands.map((operand) => readingOf(operand, resolved('x'))) }
    },
  } as unknown as Sandbox
  const conditions = createRunConditions({
    sandbox,
    rulesOf: async () => [rule],
    previousRunOf: async () => {
      held += 1
      mostHeld = Math.max(mostHeld, held)
      return { executionId: uuidv7(), observation: longRun }
    },
    writeDecided: async () => {},
    wakeDeliveries: () => {},
    wakeDeferred: () => {},
    writeUndecided: async () => {},
  })
  const results = Array.from({ length: 100 }, () => endedRun(uuidv7()))
  const prepared = Promise.all(results.map((result) => conditions.read(result)))
  await expect.poll(() => held).toBeGreaterThanOrEqual(10)
  turn.resolve()
  expect((await prepared).filter((toDecide) => toDecide !== null)).toHaveLength(results.length)
  expect(mostHeld).toBeLessThanOrEqual(20)
})

it('gives up a turn that does not come in time, and frees the turn of one that fails', async () => {
  const read = readPreviousRunInTurn(async () => ({ executionId: uuidv7(), observation: longRun }), 10)
  const free = Promise.withResolvers<void>()
  const { accountId } = endedRun(uuidv7())
  const holding = Array.from({ length: 4 }, () => read(endedRun(accountId), () => free.promise))
  expect(await read(endedRun(accountId), async () => 'used')).toBeNull()
  expect(await read(endedRun(uuidv7()), async () => 'used')).toBe('used')
  free.resolve()
  await Promise.all(holding)
  const failing = Array.from({ length: 4 }, () => read(endedRun(accountId), () => Promise.reject(new Error('broken'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await read(endedRun(accountId), async () => 'used')).toBe('used')
})
