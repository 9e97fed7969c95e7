import { roleLabels } from '@knockwire/domain/accounts/role-rules'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { ownAccountsQuery, switchAccount } from '../../../lib/session/account.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { PanelSection, Tag } from '../../../components/ui/layout/panel-section.tsx'
import classes from '../account.module.css'

/** For a user who has several accounts: which, and the way to each. */
export function OwnAccounts() {
  const { data, error, refetch } = useQuery(ownAccountsQuery)
  const select = useMutation({
    mutationFn: switchAccount,
    onError: (rejection) => snackbar.error(messageOf(rejection)),
  })
  // Where the server cannot be reached, the page says so by itself.
  if (data === undefined && error !== null && !isStatus(error, 0))
    return (
      <PanelSection title="Your accounts">
        <NotLoaded what="Your accounts" error={error} onRetry={() => void refetch()} />
      </PanelSection>
    )
  if (data === undefined || data.results.length < 2) return null
  return (
    <PanelSection title="Your accounts" lead="You sign in once, and work in one account at a time.">
      <ul className={classes.list} aria-label="Your accounts">
        {data.results.map(({ id, name, role, isCurrent }) => (
          <li key={id} className={classes.item}>
            <p className={classes.itemName}>
              {name}
              <Tag>{roleLabels[role]}</Tag>
            </p>
            {isCurrent ? (
              <span className={classes.hint}>Current</span>
            ) : (
              <Button
                variant="default"
                loading={select.isPending && select.variables === id}
                onClick={() => select.mutate(id)}
                aria-label={`Switch to ${name}`}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
