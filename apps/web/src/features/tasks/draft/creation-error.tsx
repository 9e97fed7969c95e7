import type { FieldErrors } from '@knockwire/domain/errors'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../../../components/ui/feedback/notice.tsx'
import { ApiError, fieldErrorsIn, messageOf, storedNowIn } from '../../../lib/api/api-error.ts'
import { hasPlans } from '../../../lib/session/instance.ts'
import { paths } from '../../../lib/navigation/paths.ts'

/** Fields by their keys, as their labels name them; the form may be longer than the window. */
const fieldNames: Record<string, string> = {
  requestUrl: 'the URL',
  requestHeaders: 'the headers',
  requestBasicAuthUsername: 'the username',
  requestBasicAuthPassword: 'the password',
  cronExpression: 'the cron expression',
  oneTimeModeEpochSecond: 'the date and time',
}

/** Why the task was not created: the fields that are still invalid, until all are corrected, or another error. */
export function CreationError({ error, errors }: { error: Error; errors: FieldErrors }) {
  if (storedNowIn(error) !== null) return null
  const fields = fieldErrorsIn(error)
  if (fields !== null) {
    const names = Object.keys(errors).map((key) => fieldNames[key] ?? 'a marked field')
    if (names.length === 0) return null
    return (
      <Notice tone="bad" title="Task not created">
        Check {new Intl.ListFormat('en').format(new Set(names))}.
      </Notice>
    )
  }
  const isLimit = hasPlans && error instanceof ApiError && error.code === 'PLAN_LIMIT'
  return (
    <Notice tone="bad" title="Task not created">
      {messageOf(error)}{' '}
      {isLimit && (
        <Anchor component={Link} to={paths.account} inherit underline="always">
          Upgrade
        </Anchor>
      )}
    </Notice>
  )
}
