import { RejectedRequestsView, RejectionReason } from '@knockwire/domain/receivers/rejections'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../lib/api-client.ts'
import { receiverKey } from '../../../lib/query-keys.ts'
import classes from './rejected-requests.module.css'

const refreshEveryMs = 10_000

/** Says why requests are missing from a receiver's history: a line for each reason, nothing where none was rejected. */
export function RejectedRequests({ receiverId }: { receiverId: string }) {
  const { data } = useQuery({
    queryKey: [...receiverKey(receiverId), 'rejected'],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/receivers/${encodeURIComponent(receiverId)}/rejected`, RejectedRequestsView, { signal }),
    refetchInterval: refreshEveryMs,
  })
  if (data === undefined) return null
  const reasons = RejectionReason.options.filter((reason) => data.lastDay[reason] > 0)
  if (reasons.length === 0) return null
  return (
    <ul className={classes.lines} aria-label="Rejected requests">
      {reasons.map((reason) => (
        <li key={reason}>
          <IconAlertTriangle size={16} className={classes.icon} aria-hidden />
          <span>
            {rejectedOf(data, reason)}: {explain(reason, data)}
            {reason === 'OVER_LIMIT' && (
              <>
                {' '}
                <Link to="/dashboard/account">See plans</Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** "260 requests rejected in the last hour"; where there was none in it, the last 24 hours'. */
const rejectedOf = ({ lastHour, lastDay }: RejectedRequestsView, reason: RejectionReason): string => {
  const [count, span] = lastHour[reason] > 0 ? [lastHour[reason], 'hour'] : [lastDay[reason], '24 hours']
  return `${count.toLocaleString('en')} ${count === 1 ? 'request' : 'requests'} rejected in the last ${span}`
}

const explain = (reason: RejectionReason, { requestsPerMinute }: RejectedRequestsView): string => {
  switch (reason) {
    case 'OVER_LIMIT':
      return `your plan allows ${requestsPerMinute} a minute.`
    case 'TOO_LARGE':
      return 'a body may have up to 1 MiB.'
    case 'METHOD_NOT_ALLOWED':
      return 'a receiver accepts GET and POST only.'
    case 'DISABLED':
      return 'the receiver was disabled.'
  }
}
