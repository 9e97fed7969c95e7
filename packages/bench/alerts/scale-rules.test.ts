import { expect, it } from 'vitest'
import { scaleRules } from './scale-rules.ts'

const scaled = (expr: string, wait = '2m') => {
  const rule = { alert: 'A', expr, for: wait, labels: {}, annotations: {} }
  const [group] = scaleRules({ groups: [{ name: 'g', rules: [rule] }] }, 20).groups
  return group?.rules[0]
}

it('ranges, delays and waiting times of a rule become shorter, and its other numbers stay', () => {
  expect(scaled('max(knockwire_oldest_due_seconds) > 60')).toMatchObject({
    expr: 'max(knockwire_oldest_due_seconds) > 3',
    for: '6s',
  })
  expect(scaled('sum(increase(a_total[10m])) > 20', '0m')).toMatchObject({
    expr: 'sum(increase(a_total[30s])) > 20',
    for: '0s',
  })
  expect(scaled('rate(a_total[1m]) > 0.5 and b_seconds > 5')?.expr).toBe('rate(a_total[5s]) > 0.5 and b_seconds > 5')
})
