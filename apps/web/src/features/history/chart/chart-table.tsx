import type { SeriesView } from '@knockwire/domain/series/series'
import { Anchor } from '@mantine/core'
import { exactTime } from '../../../lib/format/format.ts'
import { sourceNames } from './chart-address.ts'
import { formatterOf, resultOfPoint, valueOfPoint } from './chart-labels.ts'
import type { Chart, ChartPoint } from './chart-series.ts'
import { Table } from '../../../components/ui/layout/table.tsx'
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
      <Table className={classes.points} hasStickyHead aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{chart.isByRun ? 'Time' : 'From'}</th>
            {chart.isByRun ? (
              <>
                <th scope="col">{sourceNames[series.source]}</th>
                <th scope="col">Status</th>
              </>
            ) : (
              ['Executions', 'Failed', 'HTTP errors', 'Median', '95th percentile'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))
            )}
          </tr>
        </thead>
        <tbody>
          {chart.points.toReversed().map((point) => (
            <tr key={point.id}>
              <td>
                {point.runId === null ? (
                  exactTime(Date.parse(point.bucket?.at ?? point.id))
                ) : (
                  <Anchor component="button" type="button" inherit onClick={() => onSelect(point)}>
                    {exactTime(point.bucket ? Date.parse(point.bucket.at) : point.at)}
                  </Anchor>
                )}
              </td>
              {point.bucket === null ? (
                <>
                  <td>{valueOfPoint(point, series.source)}</td>
                  <td>{resultOfPoint(point)}</td>
                </>
              ) : (
                <>
                  <td>{point.bucket.runs}</td>
                  <td>{point.bucket.failures}</td>
                  <td>{point.bucket.httpErrors}</td>
                  <td>{point.value === null ? '–' : format(point.value)}</td>
                  <td>{point.upper === null ? '–' : format(point.upper)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
