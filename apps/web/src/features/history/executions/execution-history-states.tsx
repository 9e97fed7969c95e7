import { pageSizes } from '@knockwire/domain/page-sizes'
import { Skeleton, Stack } from '@mantine/core'
import { Panel } from '../../../components/ui/panel.tsx'
import { HistorySkeletonRows } from '../../../components/ui/skeleton-rows.tsx'

/** Of the chart with its controls, in pixels. */
const chartHeight = 292

/** The chart's frame, before its code is there. */
export const ChartSkeleton = () => (
  <Panel flush>
    <div style={{ height: chartHeight, padding: '6px 16px' }} aria-hidden>
      <Skeleton height={40} width={230} />
    </div>
  </Panel>
)

/** The final shape of the page, so that nothing jumps: the chart's frame over the table's, with its loading text [TH-36]. */
export const ExecutionHistorySkeleton = () => (
  <Stack gap="sm" aria-busy>
    <ChartSkeleton />
    <HistorySkeletonRows label="Loading task execution history..." rows={pageSizes.taskHistory} />
  </Stack>
)
