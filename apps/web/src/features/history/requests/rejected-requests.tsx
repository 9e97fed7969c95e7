import { rejectionDays } from '@knockwire/domain/receivers/receiver-rules'
import type { RejectedRequests, RejectedRequestsView, RejectionReason } from '@knockwire/domain/receivers/rejections'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { MinuteTime } from '../../../components/ui/feedback/relative-time.tsx'
import { exactNumber } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import { rejectedRequestsQuery } from './request-queries.ts'
import classes from './rejected-requests.module.css'
import { hasPlans } from '../../../lib/session/instance.ts'

const dayMs = 86_400_000

export const useRejectedRequests = (receiverId: string) => useQuery(rejectedRequestsQuery(receiverId))

/** Says why requests are missing from a receiver's history: a line for each reason, nothing where none was rejected. */
export function RejectedRequestsPanel({ receiverId }: { receiverId: string }) {
  const { data, error, refetch } = useRejectedRequests(receiverId)
  const nowMs = useNow()
  if (data === undefined && error !== null)
    return <NotLoaded error={error} what="The rejected requests" onRetry={() => void refetch()} />
  if (data === undefined || data.results.length === 0) return null
  const isOld = data.results.every(({ lastAt }) => Date.parse(lastAt) < nowMs - dayMs)
  return (
    <ul className={classes.lines} aria-label="Rejected requests" data-old={isOld || undefined}>
      {data.results.map((rejected) => (
        <li key={rejected.reason}>
          <IconAlertTriangle size={16} className={classes.icon} aria-hidden />
          <span>
            {countOf(rejected)} with {statusCodes[rejected.reason]}: {explain(rejected.reason, data)} Last:{' '}
            <MinuteTime at={rejected.lastAt} />.
            {hasPlans && rejected.reason === 'OVER_LIMIT' && (
              <>
                {' '}
                <Link to={paths.account}>See plans</Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Where a search finds nothing: what is missing may have been rejected. */
export function RejectedHint({ receiverId }: { receiverId: string }) {
  const count = useRejectedRequests(receiverId).data?.results.reduce((sum, { lastWeek }) => sum + lastWeek, 0) ?? 0
  if (count === 0) return null
  return `Rejected requests are not recorded, so a search does not find them. ${rejectedText(count)} rejected in the last ${rejectionDays} days.`
}

const rejectedText = (count: number) => `${exactNumber(count)} ${count === 1 ? 'request was' : 'requests were'}`

/** "260 requests were rejected in the last hour", in the shortest span that holds one of them. */
const countOf = ({ lastHour, lastDay, lastWeek }: RejectedRequests): string => {
  if (lastHour > 0) return `${rejectedText(lastHour)} rejected in the last hour`
  if (lastDay > 0) return `${rejectedText(lastDay)} rejected in the last 24 hours`
  return `${rejectedText(lastWeek)} rejected in the last ${rejectionDays} days`
}

const statusCodes: Record<RejectionReason, number> = {
  OVER_LIMIT: 429,
  TOO_LARGE: 413,
  METHOD_NOT_ALLOWED: 405,
  DISABLED: 404,
  UNAVAILABLE: 503,
}

const explain = (reason: RejectionReason, { requestsPerMinute }: RejectedRequestsView): string => {
  switch (reason) {
    case 'OVER_LIMIT':
      return `${hasPlans ? 'your plan' : 'this server'} allows ${requestsPerMinute} a minute.`
    case 'TOO_LARGE':
      return 'a body may have up to 1 MiB.'
    case 'METHOD_NOT_ALLOWED':
      return 'a receiver accepts GET, HEAD and POST only.'
    case 'DISABLED':
      return 'the receiver was disabled.'
    case 'UNAVAILABLE':
      return 'Knockwire could not record them. Senders that retry after a 503 lose nothing.'
  }
}
