import type { SeriesView } from '@knockwire/domain/series/series'
import { Anchor, Table } from '@mantine/core'
import { exactTime } from '../../../lib/format.ts'
import { sourceNames } from './chart-address.ts'
import { formatterOf, resultOfPoint, valueOfPoint } from './chart-labels.ts'
import type { Chart, ChartPoint } from './chart-series.ts'
import classes from './chart.module.css'

interface ChartTableProps {
  series: SeriesView
  chart: Chart
  label: string
  height: number
  onSelect: (point: ChartPoint) => void
}

/** The same points in words, newest first, for those who do not see a line or want its numbers. */
export const ChartTable = ({ series, chart, label, height, onSelect }: ChartTableProps) => {
  const format = formatterOf('response_time')
  return (
    <div className={classes.table} style={{ height }} role="region" aria-label={label} tabIndex={0}>
      <Table verticalSpacing={4} stickyHeader aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{chart.isByRun ? 'Time' : 'From'}</Table.Th>
            {chart.isByRun ? (
              <>
                <Table.Th>{sourceNames[series.source]}</Table.Th>
                <Table.Th>Status</Table.Th>
              </>
            ) : (
              ['Executions', 'Failed', 'HTTP errors', 'Median', '95th percentile'].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chart.points.toReversed().map((point) => (
            <Table.Tr key={point.id}>
              <Table.Td>
                {point.runId === null ? (
                  exactTime(Date.parse(point.bucket?.at ?? point.id))
                ) : (
                  <Anchor component="button" type="button" inherit onClick={() => onSelect(point)}>
                    {exactTime(point.bucket ? Date.parse(point.bucket.at) : point.at)}
                  </Anchor>
                )}
              </Table.Td>
              {point.bucket === null ? (
                <>
                  <Table.Td>{valueOfPoint(point, series.source)}</Table.Td>
                  <Table.Td>{resultOfPoint(point)}</Table.Td>
                </>
              ) : (
                <>
                  <Table.Td>{point.bucket.runs}</Table.Td>
                  <Table.Td>{point.bucket.failures}</Table.Td>
                  <Table.Td>{point.bucket.httpErrors}</Table.Td>
                  <Table.Td>{point.value === null ? '–' : format(point.value)}</Table.Td>
                  <Table.Td>{point.upper === null ? '–' : format(point.upper)}</Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
