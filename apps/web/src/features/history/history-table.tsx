import { Table, UnstyledButton, type TableTrProps } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { RelativeTime } from '../../components/ui/relative-time.tsx'
import classes from './history-table.module.css'

interface HistoryTableProps {
  label: string
  /** Sets the widths of the columns. */
  className?: string | undefined
  /** The header cells behind the date. */
  head: ReactNode
  /** Rows. */
  children: ReactNode
}

/** A table with a row for each execution or request; a row opens in place. */
export const HistoryTable = ({ label, className, head, children }: HistoryTableProps) => (
  <div className={classes.scroll}>
    <Table
      aria-label={label}
      verticalSpacing={4}
      horizontalSpacing="sm"
      className={`${classes.table} ${className ?? ''}`}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Date</Table.Th>
          {head}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </div>
)

interface HistoryRowProps {
  /** Of the details, which the row's button controls. */
  detailsId: string
  /** ISO 8601. */
  at: string
  isOpen: boolean
  onToggle: () => void
  /** The URL names this row: it is scrolled into view and highlighted. */
  isLinked?: boolean
  /** Of the row itself. */
  row?: TableTrProps & { [data: `data-${string}`]: unknown }
  /** Behind the date. */
  cells: ReactNode
  /** Shown below the row while it is open. */
  details: ReactNode
}

export const HistoryRow = ({
  detailsId,
  at,
  isOpen,
  onToggle,
  isLinked = false,
  row,
  cells,
  details,
}: HistoryRowProps) => (
  <>
    <Table.Tr
      {...row}
      ref={useScrollIntoView(isLinked)}
      data-linked={isLinked || undefined}
      aria-current={isLinked || undefined}
      className={`${classes.row} ${row?.className ?? ''}`}
      onClick={onToggle}
    >
      <Table.Td>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
          <RelativeTime at={at} />
        </UnstyledButton>
      </Table.Td>
      {cells}
    </Table.Tr>
    {isOpen && (
      <Table.Tr id={detailsId}>
        <Table.Td colSpan={4} className={classes.detailCell}>
          {details}
        </Table.Td>
      </Table.Tr>
    )}
  </>
)

/** Once, when the row that the URL names appears. */
const useScrollIntoView = (isLinked: boolean) => {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return row
}
