import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'

const isPending = ({ notificationResults }: ReceivedRequestView) =>
  notificationResults.some(({ status }) => status === 'PENDING')

/** Names what the browser has, unless a notification of what is shown may still end: then the page is asked for whole. */
export const topIdOf = (known: readonly ReceivedRequestView[]): string | undefined =>
  known.some(isPending) ? undefined : known[0]?.id
