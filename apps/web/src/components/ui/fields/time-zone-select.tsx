import '../../../theme/mantine-later-styles.ts'
import {
  greenwichMeanTime,
  listedTimeZone,
  offsetText,
  timeZoneOptions,
} from '@knockwire/domain/schedules/zones/time-zones'
import { isTimeZone, zoneOffsetMs } from '@knockwire/domain/schedules/zone-clock'
import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useMemo } from 'react'

interface TimeZoneSelectProps {
  name: string
  value: string
  error: string | undefined
  /** Offsets change with the season: those of this time are shown. */
  atMs: number
  onChange: (timezone: string) => void
}

/** Found by city, offset, or IANA name. */
export function TimeZoneSelect({ name, value, error, atMs, onChange }: TimeZoneSelectProps) {
  const dayMs = Math.floor(atMs / 86_400_000) * 86_400_000
  const data = useMemo(() => choices(value, dayMs), [value, dayMs])
  const reason = useMemo(() => zoneNote(value, dayMs), [value, dayMs])
  return (
    <Select
      label="Timezone"
      description={reason}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      comboboxProps={{ withinPortal: false }}
      // What is typed replaces the chosen zone's name instead of being added to it.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onClick={({ currentTarget }) => currentTarget.select()}
      allowDeselect={false}
      // Enter takes the first match, where none was pointed at.
      selectFirstOptionOnChange
      nothingFoundMessage="No such timezone"
      // The list of options scrolls itself: a region around it would have to be reached by the keyboard.
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      // What scrolls is a stop of the keyboard, and this is gone as soon as it is reached.
      attributes={{ options: { tabIndex: -1 } }}
      data={data}
      filter={matching}
      name={name}
      value={value}
      error={error}
      onChange={(timezone) => timezone !== null && onChange(timezone)}
    />
  )
}

/**
 * That times are shown by the clocks of UTC, where the browser does not know the zone, and why the form began with Greenwich Mean Time,
 * where the browser's zone has no equivalent in the list.
 */
function zoneNote(value: string, atMs: number): string | undefined {
  if (!isTimeZone(value)) return 'Your browser does not know this timezone, and shows its times in UTC.'
  if (value !== greenwichMeanTime) return undefined
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return listedTimeZone(timeZone, atMs) === null
    ? `The list has no equivalent of your timezone, ${timeZone}.`
    : undefined
}

function choices(current: string, atMs: number): ComboboxItem[] {
  const offered = timeZoneOptions(atMs).map(({ id, label }) => ({ value: id, label }))
  if (offered.some(({ value }) => value === current)) return offered
  if (!isTimeZone(current)) return [{ value: current, label: current }, ...offered]
  const offset = offsetText(Math.round(zoneOffsetMs(atMs, current) / 60_000))
  return [{ value: current, label: `(GMT${offset}) ${current}` }, ...offered]
}

const matching: OptionsFilter = ({ options, search }) => {
  const query = search.trim().toLowerCase().replaceAll('_', ' ')
  return options.filter(
    (option) =>
      'value' in option && `${option.label} ${option.value.replaceAll('_', ' ')}`.toLowerCase().includes(query),
  )
}
