import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../../../components/ui/notice.tsx'
import { ApiError, messageOf } from '../../../lib/api-client.ts'

/** Why the task was not created, where that is about no field. */
export function Refusal({ error }: { error: Error | null }) {
  if (error === null || (error instanceof ApiError && Object.keys(error.errors).length > 0)) return null
  const isLimit = error instanceof ApiError && error.code === 'PLAN_LIMIT'
  return (
    <Notice tone="bad" title="The task was not created; your draft is kept">
      {messageOf(error)}{' '}
      {isLimit && (
        <Anchor component={Link} to="/dashboard/account" inherit underline="always">
          Upgrade
        </Anchor>
      )}
    </Notice>
  )
}
