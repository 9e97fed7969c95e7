import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'

const isPending = ({ notificationResults }: ReceivedRequestView) =>
  notificationResults.some(({ status }) => status === 'PENDING')

/** Identifies the newest request the browser has, unless a delivery that is shown is pending: then the page is fetched whole. */
export const requestCursor = (known: readonly ReceivedRequestView[]): string | undefined =>
  known.some(isPending) ? undefined : known[0]?.id
