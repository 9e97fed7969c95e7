import { BookmarkSource, ChartSource } from '@knockwire/domain/charts/chart'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { ChartSelection } from './chart-selection.ts'

export const sourceNames: Record<ChartSource, string> = {
  response_time: 'Response Time',
  response_code: 'Response Code',
  response_body_text: 'Response Body (Text)',
  response_body_json: 'Response Body (JSON)',
}

const chartSourceOptions = ChartSource.options.map((value) => ({ value, label: sourceNames[value] }))
export const bookmarkSourceOptions = BookmarkSource.options.map((value) => ({ value, label: sourceNames[value] }))

/** What to plot; the property box stands only where a property is read. */
export const ChartControls = ({ selection }: { selection: ChartSelection }) => (
  <Group gap="sm" align="end">
    <NativeSelect
      label="Source"
      value={selection.source}
      data={chartSourceOptions}
      onChange={(event) => void selection.chooseSource(ChartSource.parse(event.currentTarget.value))}
    />
    {selection.source === 'response_body_json' && (
      <TextInput
        label="Property"
        placeholder="data.items[0].price"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={selection.property}
        onChange={(event) => selection.typeProperty(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') selection.redraw()
        }}
      />
    )}
  </Group>
)
