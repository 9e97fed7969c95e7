import type { AccountView } from '@knockwire/domain/accounts/account'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ownAccountsQuery } from '../../../lib/session/account.ts'
import { storeLeftAccount, readLeftAccount } from '../../../lib/browser/left-account.ts'
import classes from '../shell.module.css'

/** Why another account is shown than a moment ago: somebody was removed from that one while its page was open. */
export function RemovedNotice({ account: { name, user } }: { account: AccountView }) {
  const [left, setLeft] = useState(() => readLeftAccount(user.id))
  const { data, isError } = useQuery({ ...ownAccountsQuery, enabled: left !== undefined })
  const isMember = data?.results.some(({ id }) => id === left?.id)
  useEffect(() => {
    // They switched to the other account themselves.
    if (isMember) storeLeftAccount(null)
  }, [isMember])
  // Where it cannot be known whether they were removed, it is said that another account is shown, and not why.
  if (left === undefined || isMember || (data === undefined && !isError)) return null
  const dismiss = () => {
    storeLeftAccount(null)
    setLeft(undefined)
  }
  return (
    <div role="status" className={classes.connection} data-shown>
      {isMember === false
        ? `You are no longer a member of “${left.name}”. This page now shows “${name}”.`
        : `This page now shows “${name}”, not “${left.name}”.`}{' '}
      <Button variant="default" size="compact-sm" onClick={dismiss}>
        OK
      </Button>
    </div>
  )
}
