import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../../../components/ui/notice.tsx'
import { ApiError, fieldErrorsIn, messageOf } from '../../../lib/api-error.ts'

/** Fields by their keys, as their labels name them; the form may be longer than the window. */
const fieldNames: Record<string, string> = {
  requestUrl: 'the URL',
  requestHeaders: 'the headers',
  requestBasicAuthUsername: 'the user name',
  requestBasicAuthPassword: 'the password',
  cronExpression: 'the cron expression',
  oneTimeModeEpochSecond: 'the date and time of the run',
}

/** Why the task was not created: which fields are at fault, or what else is. */
export function Refusal({ error }: { error: Error | null }) {
  if (error === null) return null
  const fields = fieldErrorsIn(error)
  if (fields !== null) {
    const names = Object.keys(fields).map((key) => fieldNames[key] ?? 'a marked field')
    return (
      <Notice tone="bad" title="The task was not created; your draft is kept">
        Please correct {new Intl.ListFormat('en').format(new Set(names))}.
      </Notice>
    )
  }
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
