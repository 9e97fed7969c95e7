import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCondition } from '../conditions/check-condition.ts'
import { Comparison, Condition } from '../conditions/condition.ts'
import { alternativesOf, normalizeCondition, sourcesOf } from '../conditions/condition-rules.ts'
import { describeCondition } from '../conditions/describe.ts'
import { evaluateObserved } from '../conditions/evaluate.ts'
import { exampleObservation } from '../conditions/example-observation.ts'
import { extractValue } from '../conditions/sources/readers.ts'
import { fuzz, fuzzTimeoutMs, hostileText } from '../testing/fuzzing.ts'

const property = fc.oneof(fc.constantFrom('', '$.a', '$..a', 'p', 'content-type', '$[?@.a>1]'), hostileText())
const operand = fc.record({
  source: fc.constantFrom(...sourcesOf('execution')),
  property: property.map((text) => text.slice(0, 512)),
  comparison: fc.constantFrom(...Comparison.options),
  rightValue: fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    hostileText().map((text) => text.slice(0, 8192)),
  ),
})
const advanced = fc.option(
  fc.record({
    orOperands: fc.array(fc.record({ andOperands: fc.array(operand, { maxLength: 4 }) }), { maxLength: 2 }),
  }),
)
const condition = fc
  .tuple(operand, advanced)
  .map(([simple, advancedCondition]) => Condition.parse({ ...simple, advancedCondition }))
const observed = fc.record({
  statusCode: fc.option(fc.integer({ min: 100, max: 599 })),
  responseTimeMs: fc.option(fc.double({ min: 0, max: 30_000, noNaN: true })),
  headers: fc.option(
    fc.array(fc.tuple(fc.constantFrom('Content-Type', 'etag', '__proto__'), hostileText()), { maxLength: 3 }),
  ),
  body: fc.option(fc.oneof(fc.json(), hostileText(), fc.constant('<p>1</p>'))),
})

describe('any condition', { timeout: fuzzTimeoutMs }, () => {
  it('is decided on any executions, the same whether or not it was normalised', async () => {
    const holds = fc.property(condition, observed, fc.array(observed, { maxLength: 3 }), (given, current, earlier) => {
      const normal = normalizeCondition(given)
      // As it is stored: JSON knows no negative zero.
      expect(JSON.stringify(normalizeCondition(normal))).toBe(JSON.stringify(normal))
      for (const message of Object.values(checkCondition(given))) expect(message).not.toBe('')
      expect(describeCondition(given)).not.toBe('')
      const verdict = evaluateObserved(given, current, earlier, extractValue)
      for (const { reason } of verdict.operands) expect(reason).not.toBe('')
      const results = verdict.operands.map((one) => one.holds)
      const alternatives = alternativesOf(given).map((operands) => results.splice(0, operands.length))
      expect(verdict.holds).toBe(alternatives.some((ofOne) => ofOne.every(Boolean)))
    })
    await fuzz(holds, { runs: 500, share: 1 / 2 })
  })

  it('has an execution made up for it, whatever it asks for', async () => {
    const holds = fc.property(condition, (given) => {
      const { observation, value } = exampleObservation(given)
      expect(observation.statusCode === null).toBe(observation.headers === null)
      expect(value).toBeDefined()
    })
    await fuzz(holds, { runs: 300, share: 1 / 2 })
  })
})
