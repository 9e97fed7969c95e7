import { Table, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { useEffect, useRef } from 'react'
import { DeliveryMark } from '../../components/inspect/delivery-mark.tsx'
import { RelativeTime } from '../../components/ui/relative-time.tsx'
import { milliseconds } from '../../lib/format.ts'
import { ExecutionDetails } from './execution-details.tsx'
import { RunResult } from './run-result.tsx'
import classes from './history.module.css'

interface ExecutionRowProps {
  execution: ExecutionView
  isOpen: boolean
  isMarked: boolean
  /** The URL names this run: it is scrolled into view and highlighted. */
  isLinked: boolean
  onToggle: () => void
  onMark: (isMarked: boolean) => void
}

export const rowId = (executionId: string) => `run-row-${executionId}`

export const ExecutionRow = ({ execution, isOpen, isMarked, isLinked, onToggle, onMark }: ExecutionRowProps) => {
  const row = useScrollIntoView(isLinked)
  const detailsId = `run-${execution.id}`
  return (
    <>
      <Table.Tr
        ref={row}
        id={rowId(execution.id)}
        className={classes.row}
        data-marked={isMarked || undefined}
        data-linked={isLinked || undefined}
        aria-current={isLinked || undefined}
        onClick={onToggle}
        onMouseEnter={() => onMark(true)}
        onMouseLeave={() => onMark(false)}
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
            <RelativeTime at={execution.startedAt ?? execution.createdAt} />
          </UnstyledButton>
        </Table.Td>
        <Table.Td>
          <RunResult execution={execution} />
        </Table.Td>
        <Table.Td>{execution.response?.statusCode ?? '–'}</Table.Td>
        <Table.Td className={classes.timeCell}>
          <span className={classes.time}>
            {execution.responseTimeMs === null ? '–' : milliseconds(execution.responseTimeMs)}
            <DeliveryMark results={execution.notificationResults} />
          </span>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr id={detailsId}>
          <Table.Td colSpan={4} className={classes.detailCell}>
            <ExecutionDetails execution={execution} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** Once, when the row that the URL names appears. */
const useScrollIntoView = (isWanted: boolean) => {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return row
}
