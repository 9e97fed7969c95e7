import { Table, Text } from '@mantine/core'
import { CopyButton } from '../ui/copy-button.tsx'
import classes from './inspect.module.css'

interface HeadersTableProps {
  label: string
  /** In the order to be shown; a name may come more than once. */
  headers: readonly (readonly [string, string])[]
}

export const HeadersTable = ({ label, headers }: HeadersTableProps) => {
  if (headers.length === 0)
    return (
      <Text c="dimmed" size="sm">
        None
      </Text>
    )
  return (
    <div className={classes.headers}>
      <div className={classes.headersCopy}>
        <CopyButton
          value={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          label={`Copy ${label.toLowerCase()}`}
        />
      </div>
      <Table verticalSpacing={4} horizontalSpacing={8} aria-label={label} fz="xs">
        <Table.Tbody>
          {headers.map(([name, value], index) => (
            <Table.Tr key={`${index}-${name}`}>
              <Table.Th scope="row" className={classes.headerName}>
                {name}
              </Table.Th>
              <Table.Td className={classes.headerValue}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
