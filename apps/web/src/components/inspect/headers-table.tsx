import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { masked } from '@knockwire/domain/headers/secret-headers'
import { Button, Text } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useViewOnly } from '../../lib/session/account.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { CopyButton } from '../ui/fields/copy-button.tsx'
import { Table } from '../ui/layout/table.tsx'
import classes from './headers-table.module.css'

interface HeadersTableProps {
  label: string
  /** In the order to be shown; a name may come more than once. */
  headers: HeaderList
  /** Gets the same headers with the values that are masked; absent where nobody has them any more. */
  reveal?: () => Promise<HeaderList>
}

export function HeadersTable({ label, headers, reveal }: HeadersTableProps) {
  const revealed = useMutation({ mutationFn: async () => (await reveal?.()) ?? headers })
  const hiddenCount = headers.filter(([, value]) => value === masked).length
  const shown = revealed.data ?? headers
  if (headers.length === 0)
    return (
      <Text c="dimmed" size="sm">
        None
      </Text>
    )
  return (
    <div>
      <HeaderRows label={label} headers={shown} />
      {reveal && hiddenCount > 0 && (
        <RevealButton
          isShown={revealed.isSuccess}
          isLoading={revealed.isPending}
          count={hiddenCount}
          onToggle={() => (revealed.isSuccess ? revealed.reset() : revealed.mutate())}
        />
      )}
      {revealed.isError && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {messageOf(revealed.error)}
        </Text>
      )}
    </div>
  )
}

const HeaderRows = ({ label, headers }: Pick<HeadersTableProps, 'label' | 'headers'>) => (
  <div className={classes.headers}>
    <div className={classes.headersCopy}>
      <CopyButton
        value={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        label={`Copy ${label.toLowerCase()}`}
      />
    </div>
    <Table className={classes.headerTable} aria-label={label}>
      <tbody>
        {headers.map(([name, value], index) => (
          <tr key={`${index}-${name}`}>
            <th scope="row" className={classes.headerName}>
              {name}
            </th>
            <td className={classes.headerValue}>{value}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
)

interface RevealButtonProps {
  isShown: boolean
  isLoading: boolean
  count: number
  onToggle: () => void
}

/** Credentials stay hidden from anyone looking over the user's shoulder. */
function RevealButton({ isShown, isLoading, count, onToggle }: RevealButtonProps) {
  const viewOnly = useViewOnly()
  const Icon = isShown ? IconEyeOff : IconEye
  const values = count === 1 ? 'the secret value' : `${count} secret values`
  return (
    <Button
      {...viewOnly}
      variant="subtle"
      size="compact-sm"
      className={classes.reveal ?? ''}
      leftSection={<Icon size={16} aria-hidden />}
      loading={isLoading}
      onClick={onToggle}
    >
      {isShown ? `Hide ${values}` : `Show ${values}`}
    </Button>
  )
}
