import { useAccount } from '../../../lib/account.ts'

export const noSlackText = 'Slack is not set up on this server, so no channel can be added.'

/** Whether channels can be added. Until that is known, they can. */
export const useHasSlack = () => useAccount().data?.server.isSlackConfigured ?? true
