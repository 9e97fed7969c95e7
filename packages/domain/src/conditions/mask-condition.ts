import { isSecretHeader, masked } from '../headers/secret-headers.ts'
import type { Condition, SimpleCondition } from './condition.ts'

/** Whether an operand reads a header that is likely a secret: what it is compared with is one then, too. */
export const readsSecret = ({ source, property }: Pick<SimpleCondition, 'source' | 'property'>): boolean =>
  (source === 'response_header' || source === 'request_header') && isSecretHeader(property.trim())

const maskOperand = <O extends SimpleCondition>(operand: O): O =>
  readsSecret(operand) && operand.rightValue !== null && operand.rightValue !== ''
    ? { ...operand, rightValue: masked }
    : operand

/** The condition with a mask in place of each value that a secret header is compared with. */
export const maskCondition = (condition: Condition): Condition => ({
  ...maskOperand(condition),
  advancedCondition:
    condition.advancedCondition === null
      ? null
      : {
          orOperands: condition.advancedCondition.orOperands.map(({ andOperands }) => ({
            andOperands: andOperands.map(maskOperand),
          })),
        },
})
