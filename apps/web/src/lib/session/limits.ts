import { limitsOf } from '@knockwire/domain/instance/limits'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { useAccount } from './account.ts'
import { instance } from './instance.ts'

/** What the account may have; undefined before it has loaded. */
export const useLimits = (): AccountLimits | undefined => {
  const plan = useAccount().data?.plan
  return plan && limitsOf(plan, instance)
}
