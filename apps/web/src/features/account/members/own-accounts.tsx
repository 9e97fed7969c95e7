import { roleLabels } from '@knockwire/domain/accounts/role-rules'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { ownAccountsQuery, switchAccount } from '../../../lib/session/account.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { PanelSection, Tag } from '../../../components/ui/layout/panel-section.tsx'
import classes from '../account.module.css'

/** For a user who has several accounts: which, and the way to each. */
export function OwnAccounts() {
  const { data } = useQuery(ownAccountsQuery)
  const select = useMutation({ mutationFn: switchAccount, onError: (error) => snackbar.error(messageOf(error)) })
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
