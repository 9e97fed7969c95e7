import { whyOnlyOwners } from '@knockwire/domain/accounts/role-rules'
import { useAccount } from '../../lib/session/account.ts'

const notOwner = { disabled: true, title: whyOnlyOwners } as const
const owner = {} as const

/** For a control that pays: that of an editor or viewer is disabled, and says why. */
export const useOwnersOnly = (): { disabled?: true; title?: string } =>
  (useAccount().data?.role ?? 'OWNER') === 'OWNER' ? owner : notOwner
