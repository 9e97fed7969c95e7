import type { BookmarkSource, ChartSource, ChartView } from '@knockwire/domain/charts/chart'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { snackbar } from '../../../lib/snackbar.ts'
import { hasOnlyNumericBodies } from './chart-series.ts'

/** Milliseconds after typing stops until the chart is drawn again (TH-13). */
const redrawMs = 500

/** What the chart plots: `property` is what is being typed, `drawnProperty` what is drawn. */
export const useChartSelection = (fetchExecutions: () => Promise<readonly ExecutionView[]>) => {
  const [source, setSource] = useState<ChartSource>('response_time')
  const [property, setProperty] = useState('')
  const [drawnProperty, setDrawnProperty] = useState('')
  const redrawSoon = useDebouncedCallback(setDrawnProperty, redrawMs)

  return {
    source,
    property,
    drawnProperty,
    chooseSource: async (next: ChartSource) => {
      if (next === 'response_body_text' || next === 'response_body_json') {
        const executions = await fetchExecutions()
        if (next === 'response_body_text' && !hasOnlyNumericBodies(executions)) {
          snackbar.warning('Chart only supports numeric values')
          return
        }
      }
      setSource(next)
    },
    typeProperty: (next: string) => {
      setProperty(next)
      redrawSoon(next)
    },
    redraw: () => setDrawnProperty(property),
    show: (chart: Pick<ChartView, 'property'> & { source: BookmarkSource }) => {
      setSource(chart.source)
      setProperty(chart.property)
      setDrawnProperty(chart.property)
    },
  }
}

export type ChartSelection = ReturnType<typeof useChartSelection>
