import { type Comparison, defaultCondition } from '@knockwire/domain/conditions/condition'
import { expect, it } from 'vitest'
import { createSandbox } from '../sandbox/sandbox.ts'
import { decide } from './decide.ts'
import { readValues } from './read-values.ts'
import type { Rule } from './rule.ts'

const ruleOf = (comparison: Comparison): Rule => ({
  notificationId: 'a',
  type: 'SMS',
  condition: { ...defaultCondition, source: 'response_body_json', property: '$.state', comparison, rightValue: 'up' },
  firing: { mode: 'ON_START', tellsRecovery: true, afterInARow: 1 },
  version: '1',
  hasState: true,
})

const observation = { statusCode: 200, responseTimeMs: 10, headers: [], body: '{"state":"up"}' }

const readWhileBusy = async (rule: Rule) => {
  const sandbox = createSandbox()
  await sandbox.close()
  return readValues(sandbox, 'a', rule, observation)
}

it.each<Comparison>([
  'string_equal_to',
  'string_not_equal_to',
  'string_contain',
  'string_not_contain',
  'number_not_equal_to',
  'is_null',
  'not_null',
  'has_changed',
])(
  '%s tells nothing where no turn came to read the value, and changes nothing of what was told',
  async (comparison) => {
    const rule = ruleOf(comparison)
    const readings = await readWhileBusy(rule)
    for (const isTold of [true, false]) {
      const before = {
        isTold,
        heldInARow: isTold ? 1 : 0,
        lastValues: comparison === 'has_changed' ? [{ value: 'down' }] : null,
      }
      const decision = decide(rule, readings, before, { isTest: false })
      expect(decision).toMatchObject({ tells: null, state: before, verdict: { kind: 'invalid', holds: false } })
      expect(decision.problems).toEqual([expect.stringContaining('The server was too busy to do it in time.')])
    }
  },
)

it('what holds of every value holds of that too', async () => {
  const rule = ruleOf('any')
  expect(decide(rule, await readWhileBusy(rule), null, { isTest: false }).tells).toBe('HOLDS')
})
