import { type ApplyResult, type Change, ChangeOp } from '@knockwire/domain/definitions/apply'

/** How many changes there are of each kind. */
export const summaryOf = (changes: readonly Change[]): ApplyResult['summary'] => {
  const summary = Object.fromEntries(ChangeOp.options.map((op) => [op, 0])) as ApplyResult['summary']
  for (const { op } of changes) summary[op] += 1
  return summary
}
