import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'

const isPending = ({ notificationResults }: ReceivedRequestView) =>
  notificationResults.some(({ status }) => status === 'PENDING')

/** Names what the browser has, unless something that is looked at may still change below the first row. */
export const topIdOf = (known: readonly ReceivedRequestView[], openIds: ReadonlySet<string>): string | undefined =>
  known.some((request) => openIds.has(request.id) && isPending(request)) ? undefined : known[0]?.id
