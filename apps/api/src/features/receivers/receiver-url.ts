import type { Settings } from '../../settings.ts'

type Origin = Pick<Settings, 'receiverOrigin'>

/** Where a receiver is called. */
export const receiverUrl = ({ receiverOrigin }: Origin, { token }: { token: string }): string =>
  `${receiverOrigin}/r/${token}`

/** What a sender asked for; some write the whole URL where others write its path. */
export const calledUrl = ({ receiverOrigin }: Origin, target: string): string =>
  target.startsWith('/') ? `${receiverOrigin}${target}` : target
