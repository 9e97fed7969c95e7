import { isLate } from '@knockwire/domain/schedules/catch-up'
import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { isInconclusive } from '@knockwire/domain/executions/inconclusive'
import type { ExecutionRow as Execution, ExecutionView } from '@knockwire/domain/executions/execution'
import { IconAlertTriangle, IconCloudOff, IconCircleCheck, IconCircleX, IconLoader } from '@tabler/icons-react'
import { DeliveryMark } from '../../../components/deliveries/delivery-mark.tsx'
import { preloadViewer } from '../../../components/inspect/viewer.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { HistoryRow, HistoryTable, type RowTone } from '../table/history-table.tsx'
import type { Mark } from '../table/mark.ts'
import { type DetailsSource, prefetchDetails, RowDetails } from '../table/row-details.tsx'
import type { OpenRows } from '../feed/use-open-rows.ts'
import classes from './executions.module.css'
import { schemaOf } from '../../../lib/api/schemas.ts'

const load = () => import('./execution-details.tsx')
const ExecutionDetails = lazyPart(async () => (await load()).ExecutionDetails)

/** Loads what an opened row shows. */
const preload = async () => {
  const [details] = await Promise.all([load(), ExecutionDetails.preload(), preloadViewer()])
  return details.prepareExecution
}

const sourceOf = (row: Execution): DetailsSource<ExecutionView> => ({
  owner: { kind: 'task', id: row.taskId },
  row,
  schema: schemaOf('ExecutionWithPage'),
  preload,
})

interface ExecutionsTableProps {
  executions: readonly Execution[]
  openRows: OpenRows
  linkedId: string | undefined
  /** The executions that came with the last poll. */
  arrived: readonly string[]
  /** The execution that is pointed at, in the chart or here. */
  mark: Mark
}

const columns = ['Status', 'Status Code', 'Response Time']

export const ExecutionsTable = (props: ExecutionsTableProps) => {
  const { executions, openRows, linkedId, arrived, mark } = props
  return (
    <HistoryTable label="Details" className={classes.table} columns={columns} preload={preload}>
      {executions.map((execution) => {
        const { id, response } = execution
        const { tone, ...result } = resultView(execution)
        const source = sourceOf(execution)
        return (
          <HistoryRow
            key={id}
            detailsId={`run-${id}`}
            at={execution.startedAt ?? execution.createdAt}
            tone={tone}
            isOpen={openRows.isOpen(id)}
            onPress={() => prefetchDetails(source)}
            onToggle={() => openRows.toggle(id)}
            isLinked={id === linkedId}
            isNew={arrived.includes(id)}
            row={{ id: rowId(id), className: classes.row }}
            marking={{ mark, markedAs: id }}
            cells={[
              <ExecutionResult key="result" execution={execution} {...result} />,
              response?.statusCode ?? '–',
              <span key="time" className={classes.time}>
                {execution.responseTimeMs === null ? '–' : milliseconds(execution.responseTimeMs)}
                <DeliveryMark results={execution.notificationResults} />
              </span>,
            ]}
            details={<RowDetails source={source}>{(details) => <ExecutionDetails execution={details} />}</RowDetails>}
          />
        )
      })}
    </HistoryTable>
  )
}

export const rowId = (executionId: string) => `run-row-${executionId}`

interface ResultView {
  Icon: typeof IconCircleX
  color: string
  label: string
  tone: RowTone
}

/** The result as a shape, a color and a label, and why there was no answer. */
const ExecutionResult = ({ execution, Icon, color, label }: Omit<ResultView, 'tone'> & { execution: Execution }) => (
  <span className={classes.result}>
    <Icon size={16} color={color} aria-hidden />
    <span>{label}</span>
    {execution.error && <span className={classes.reason}>{execution.error.message}</span>}
    {isLate(execution.lagMs) && <span className={classes.test}>Late</span>}
    {execution.trigger === 'TEST' && <span className={classes.test}>Test</span>}
  </span>
)

/** A response from 400 on is an error, though the execution has SUCCEEDED. */
const resultView = ({ status, response, error }: Execution): ResultView => {
  if (isInconclusive(error?.code ?? null))
    return { Icon: IconCloudOff, color: 'var(--kw-muted)', label: 'Inconclusive', tone: null }
  if (status === 'FAILED') return { Icon: IconCircleX, color: 'var(--kw-bad-text)', label: 'Failed', tone: 'bad' }
  if (status === 'RUNNING') return { Icon: IconLoader, color: 'var(--kw-muted)', label: 'Running', tone: null }
  if (status === 'WAITING') return { Icon: IconLoader, color: 'var(--kw-muted)', label: 'Waiting', tone: null }
  if (status === 'QUEUED') return { Icon: IconLoader, color: 'var(--kw-muted)', label: 'Queued', tone: null }
  return (response?.statusCode ?? 0) >= 400
    ? { Icon: IconAlertTriangle, color: 'var(--kw-warn-text)', label: 'HTTP error', tone: 'warn' }
    : { Icon: IconCircleCheck, color: 'var(--kw-ok-text)', label: 'Succeeded', tone: null }
}
