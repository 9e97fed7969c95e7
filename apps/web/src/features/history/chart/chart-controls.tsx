import { bookmarkSources, chartSources } from '@knockwire/domain/charts/chart-sources'
import { RangeTabs } from '../../../components/charts/range-tabs.tsx'
import { ToolbarInput, ToolbarSelect } from '../../../components/ui/fields/toolbar-fields.tsx'
import { optionOf } from '../../../lib/format/options.ts'
import { chartRanges, rangeNames, sourceNames } from './chart-address.ts'
import type { ChartSelection } from './chart-selection.ts'
import classes from './chart.module.css'

const chartSourceOptions = chartSources.map((value) => ({ value, label: sourceNames[value] }))
export const bookmarkSourceOptions = bookmarkSources.map((value) => ({ value, label: sourceNames[value] }))

/** Over which time, and what to plot; the property box stands only where a property is read. */
export const ChartControls = ({ selection }: { selection: ChartSelection }) => (
  <>
    <RangeTabs ranges={chartRanges} names={rangeNames} value={selection.range} onChange={selection.chooseRange} />
    <ToolbarSelect
      label="Source"
      value={selection.source}
      options={chartSourceOptions}
      onChange={(chosen) => selection.chooseSource(optionOf(chartSources, chosen))}
    />
    {selection.source === 'response_body_json' && (
      <ToolbarInput
        label="Property"
        placeholder="e.g. $.items[0].price"
        title="The JSON path of a number in the body"
        className={classes.property}
        style={{ fontFamily: 'var(--mantine-font-family-monospace)' }}
        value={selection.property}
        onChange={(event) => selection.typeProperty(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') selection.redraw()
        }}
      />
    )}
  </>
)
