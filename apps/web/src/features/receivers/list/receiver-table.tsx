import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Table } from '@mantine/core'
import { HistoryButton, ReceiverName, ReceiverState, ReceiverUrl } from './receiver-cells.tsx'
import classes from './receiver-list.module.css'

export function ReceiverTable({ receivers }: { receivers: readonly ReceiverView[] }) {
  return (
    <Table className={classes.table} aria-label="Receivers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.nameColumn}>Name</Table.Th>
          <Table.Th>URL</Table.Th>
          <Table.Th className={classes.statusColumn}>Status</Table.Th>
          <Table.Th className={classes.actionColumn}>Action</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {receivers.map((receiver) => (
          <Table.Tr key={receiver.id} className={classes.row}>
            <Table.Td>
              <ReceiverName receiver={receiver} />
            </Table.Td>
            <Table.Td>
              <ReceiverUrl receiver={receiver} />
            </Table.Td>
            <Table.Td>
              <ReceiverState receiver={receiver} />
            </Table.Td>
            <Table.Td>
              <HistoryButton receiver={receiver} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
