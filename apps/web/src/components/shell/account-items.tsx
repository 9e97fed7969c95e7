import { useQuery } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { ownAccountsQuery, switchAccount } from '../../lib/session/account.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'

interface ItemProps {
  disabled?: boolean
  closeMenuOnClick?: boolean
  rightSection?: ReactNode
  onClick?: () => void
  children: ReactNode
}

interface AccountItemsProps {
  Item: ComponentType<ItemProps>
  Label: ComponentType<{ children: ReactNode }>
}

const select = (id: string) => void switchAccount(id).catch((error: unknown) => snackbar.error(messageOf(error)))

/** The accounts of a user who has several, in the menu: each leads into it. */
export function AccountItems({ Item, Label }: AccountItemsProps) {
  const { data, error, refetch } = useQuery(ownAccountsQuery)
  if (data === undefined && error !== null)
    return (
      <>
        <Label>Your accounts could not be loaded.</Label>
        <Item closeMenuOnClick={false} onClick={() => void refetch()}>
          Try again
        </Item>
      </>
    )
  if (data === undefined || data.results.length < 2) return null
  return (
    <>
      <Label>Switch account</Label>
      {data.results.map(({ id, name, isCurrent }) => (
        <Item
          key={id}
          disabled={isCurrent}
          rightSection={isCurrent && <IconCheck size={16} aria-label="Current" />}
          onClick={() => select(id)}
        >
          {name}
        </Item>
      ))}
    </>
  )
}
