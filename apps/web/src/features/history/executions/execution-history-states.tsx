import { pageSizes } from '@knockwire/domain/page-sizes'
import { Skeleton, Stack } from '@mantine/core'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import { HistorySkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import classes from './execution-history-states.module.css'

/** The chart's frame, before its code is there. */
export const ChartSkeleton = () => (
  <Panel flush>
    <div className={classes.chart} aria-hidden>
      <Skeleton height="var(--kw-control)" width={230} />
      <Skeleton className={classes.plot ?? ''} />
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
