import { useAccount } from '../../../../lib/session/account.ts'

export const notConfigured = 'Slack isn’t set up on this server. Ask its administrator.'

/** Whether channels can be added; true until the account is known. */
export const useIsConfigured = () => useAccount().data?.server.isSlackConfigured ?? true
