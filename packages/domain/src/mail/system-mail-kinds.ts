/**
 * The mails of the product itself. `code`: it is what confirms an address or answers its reader, so that it goes to an address
 * that nobody has confirmed yet; an invitation is limited as codes are.
 * `notice`: it reports that something happened, to a confirmed address only. `about`: of access,
 * it says what to do where it was somebody else. `many` and `page` are for the mail that says there were more.
 */
type SystemMailRules = { type: 'code' } | { type: 'notice'; about: 'access' | 'work'; many: string; page: string }

const security = '/dashboard/account/security'
const plan = '/dashboard/account'
const members = '/dashboard/account/members'

export const systemMailKinds = {
  'address code': { type: 'code' },
  'reset code': { type: 'code' },
  invitation: { type: 'code' },
  'sign-up with a taken address': {
    type: 'notice',
    about: 'access',
    many: 'Someone tried to sign up with your address',
    page: security,
  },
  'password changed': { type: 'notice', about: 'access', many: 'Your password was changed', page: security },
  'password reset': { type: 'notice', about: 'access', many: 'Your password was reset', page: security },
  'address changed': {
    type: 'notice',
    about: 'access',
    many: 'The address of your account was changed',
    page: security,
  },
  'provider linked': {
    type: 'notice',
    about: 'access',
    many: 'Identities of the sign-in provider were linked',
    page: security,
  },
  'passkey added': { type: 'notice', about: 'access', many: 'Passkeys were added to your account', page: security },
  'passkey removed': {
    type: 'notice',
    about: 'access',
    many: 'Passkeys were removed from your account',
    page: security,
  },
  'token created': {
    type: 'notice',
    about: 'access',
    many: 'API tokens were created',
    page: '/dashboard/account/tokens',
  },
  'token rotated': {
    type: 'notice',
    about: 'access',
    many: 'API tokens were rotated',
    page: '/dashboard/account/tokens',
  },
  'member joined': { type: 'notice', about: 'access', many: 'People joined your account', page: members },
  'role changed': { type: 'notice', about: 'work', many: 'Your role was changed in accounts', page: '/dashboard' },
  'member removed': { type: 'notice', about: 'work', many: 'You were removed from accounts', page: '/dashboard' },
  'account deleted': {
    type: 'notice',
    about: 'access',
    many: 'Accounts with your address were deleted',
    page: '/signin',
  },
  'task deactivated': { type: 'notice', about: 'work', many: 'Tasks were deactivated', page: '/dashboard' },
  'network outage': {
    type: 'notice',
    about: 'work',
    many: 'Runs of your tasks were inconclusive because of outages of our network',
    page: '/dashboard/tasks',
  },
  'requests rejected': {
    type: 'notice',
    about: 'work',
    many: 'Requests to your receivers were rejected',
    page: '/dashboard/receivers',
  },
  'limit reached': { type: 'notice', about: 'work', many: 'Limits of your account were reached', page: plan },
  'payment failed': { type: 'notice', about: 'work', many: 'Payments for your plan failed', page: plan },
  'plan ended': { type: 'notice', about: 'work', many: 'Your plan has ended', page: plan },
} as const satisfies Record<string, SystemMailRules>

export type SystemMailKind = keyof typeof systemMailKinds

export const systemMailLimits = {
  /** Of one kind to one account; then one mail says that there were more. */
  noticesPerHour: 5,
  /** Of one kind to one address, over all accounts. */
  noticesToAddressPerHour: 10,
  /** To one address, over all accounts. Each account has its own narrower limits. */
  codesToAddressPerDay: 60,
} as const
