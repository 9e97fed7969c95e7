import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../../../components/ui/notice.tsx'
import { ApiError, fieldErrorsIn, messageOf } from '../../../lib/api-error.ts'

/** Why the task was not created, where that is about no field. */
export function Refusal({ error }: { error: Error | null }) {
  if (error === null || fieldErrorsIn(error) !== null) return null
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
