import type { ChartSource, ChartView } from '@knockwire/domain/charts/chart'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { type Charted, type ChartRange, chartedBy, withChart } from './chart-address.ts'
import { type PageRun, seriesQuery } from './series-query.ts'

/** Milliseconds after typing stops until the chart is drawn again (TH-13). */
const redrawMs = 500

/** What the chart shows, kept in the address. `property` is what is being typed, `drawnProperty` what is drawn. */
export const useChartSelection = (taskId: string, runs: readonly PageRun[], begin: () => ChartRange) => {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = usePageNavigate()
  // Chosen once: what comes meanwhile does not change the range that one looks at.
  const [first] = useState(begin)
  const chosen = chartedBy(search)
  const charted = { ...chosen, range: chosen.range ?? first }
  const [typed, setTyped] = useState<{ property: string; over: string } | null>(null)
  const change = (changes: Partial<Charted>) =>
    void navigate(
      { pathname, search: withChart(search, changes).toString() },
      { replace: true, preventScrollReset: true, state },
    )
  /** Of the address as it is by then: a row may have been opened, or another range chosen, while a call was made. */
  const latestChange = useRef(change)
  useEffect(() => {
    latestChange.current = change
  })
  const redrawSoon = useDebouncedCallback((property: string) => change({ property }), redrawMs)

  /** Text is plotted only where all of it is a number (TH-10). */
  const chooseText = async () => {
    const source = 'response_body_text'
    try {
      const [series, { hasOnlyNumericBodies }] = await Promise.all([
        client.fetchQuery(seriesQuery(taskId, { ...charted, source, property: '' }, runs)),
        import('./chart-series.ts'),
      ])
      if (hasOnlyNumericBodies(series)) latestChange.current({ source })
      else snackbar.warning('Chart only supports numeric values')
    } catch (error) {
      snackbar.error(messageOf(error))
    }
  }

  return {
    ...charted,
    // What was typed counts until the address names another property, by a bookmark or by Back.
    property: typed?.over === charted.property ? typed.property : charted.property,
    drawnProperty: charted.property,
    chooseRange: (range: ChartRange) => change({ range }),
    chooseSource: (source: ChartSource) => (source === 'response_body_text' ? void chooseText() : change({ source })),
    typeProperty: (property: string) => {
      setTyped({ property, over: charted.property })
      redrawSoon(property)
    },
    redraw: () => {
      if (typed) change({ property: typed.property })
    },
    show: ({ source, property }: Pick<ChartView, 'source' | 'property'>) => {
      setTyped(null)
      change({ source, property })
    },
  }
}

export type ChartSelection = ReturnType<typeof useChartSelection>
