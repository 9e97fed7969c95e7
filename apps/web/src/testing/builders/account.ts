import type { AccountView } from '@knockwire/domain/accounts/account'
import { idOf } from './ids.ts'

/** An owner whose address is confirmed, on a server that can do everything. */
export const account = (more: Partial<AccountView> = {}): AccountView => ({
  id: idOf('account', 1),
  name: 'Tea house',
  role: 'OWNER',
  plan: 'BUSINESS',
  maxTaskNumber: 100,
  user: { id: idOf('user', 1), email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  isEmailVerified: true,
  verifiedEmails: ['ada@example.com'],
  usage: { emailCount: 0, smsCount: 0 },
  taskListSortKey: 'createdAt',
  settings: { isAdvancedConditionEnabled: false },
  server: {
    isSlackConfigured: true,
    isBillingConfigured: true,
    canSendMail: true,
    makesCalls: true,
    networkOutageSince: null,
    banner: null,
    callsPausedAt: null,
  },
  suspendedReason: null,
  isOperator: false,
  ...more,
})
