import type { RateSourceView } from '@knockwire/domain/rates/rate-row'
import { timeText } from './format.ts'

/** How a source is doing. There are last good figures only where it was read before. */
export const sourceState = ({ lastReadAt, isFailing, isStale }: RateSourceView): string => {
  if (lastReadAt === null) return isFailing ? 'Not read yet: the newest attempt failed.' : 'Not read yet.'
  const lastRead = `Last read ${timeText(lastReadAt)}.`
  if (isFailing) return `${lastRead} The newest attempt failed; the last good figures are shown.`
  return isStale ? `${lastRead} Out of date.` : lastRead
}
