import type { Settings } from '../../../settings.ts'

/** What a sender asked for; some write the whole URL where others write its path. */
export const calledUrl = ({ receiverOrigin }: Pick<Settings, 'receiverOrigin'>, target: string): string =>
  target.startsWith('/') ? `${receiverOrigin}${target}` : target
