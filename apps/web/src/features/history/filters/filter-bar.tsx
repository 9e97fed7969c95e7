import { Button, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { cloneElement, Suspense, useState } from 'react'
import { SearchField } from '../../../components/ui/fields/search-field.tsx'
import { ToolbarSelect } from '../../../components/ui/fields/toolbar-fields.tsx'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import classes from './filter-bar.module.css'
import type { Owner } from '../../../lib/api/query-keys.ts'
import { type HistoryFilters, readFilters } from './history-address.ts'
import type { JumpWithin } from '../feed/jump.ts'

const loadMoreFilters = () => import('./more-filters.tsx')
const MoreFiltersPopover = lazyPart(async () => (await loadMoreFilters()).MoreFiltersPopover, {
  button: ({ target }, open) => cloneElement(target, { onClick: open }),
})

// Where it fails it is loaded again when the button is pressed.
const preload = () => void MoreFiltersPopover.preload().catch(() => {})

interface FilterBarProps {
  filters: HistoryFilters
  onChange: (filters: HistoryFilters) => void
  jump: JumpWithin
  /** Of the history's owner. */
  kind: Owner['kind']
}

/** What of the history is shown: all of it is in the address. */
export function FilterBar({ filters, onChange, jump, kind }: FilterBarProps) {
  // Added to what the address holds by now: a search that waited for the typing to stop takes back no other filter.
  const set = (change: Partial<HistoryFilters>) =>
    onChange({ ...readFilters(new URLSearchParams(window.location.search), kind), ...change })
  const { status, text, ...others } = filters
  const more = Object.values(others).filter(Boolean).length
  return (
    <div className={classes.bar} role="search" aria-label="History">
      <SearchField
        label="Search URL and body"
        placeholder="Search URL and body"
        isSmall
        className={classes.search}
        value={text ?? ''}
        onSearch={(typed) => set({ text: typed === '' ? undefined : typed })}
      />
      <ToolbarSelect
        label="Status"
        isSmall
        value={status ?? ''}
        options={statusOptions[kind]}
        onChange={(chosen) => set({ status: chosen || undefined })}
      />
      <MoreFilters count={more} filters={filters} onSet={set} jump={jump} kind={kind} />
      {text !== undefined && notSearched[kind] !== null && (
        <Text size="xs" c="dimmed">
          {notSearched[kind]}
        </Text>
      )}
      {(more > 0 || status !== undefined || text !== undefined) && (
        <Button size="xs" variant="subtle" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </div>
  )
}

interface MoreFiltersProps extends Omit<FilterBarProps, 'onChange'> {
  /** How many are in use. */
  count: number
  onSet: (change: Partial<HistoryFilters>) => void
}

/** The button of the other filters, whose code is loaded as it is pointed at or focused, at the latest when it is pressed. */
function MoreFilters({ count, ...props }: MoreFiltersProps) {
  const [wasPressed, setWasPressed] = useState(false)
  const button = (
    <Button size="xs" variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
      {count === 0 ? 'Filters' : `Filters · ${count}`}
    </Button>
  )
  const opener = cloneElement(button, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWasPressed(true),
  })
  if (!wasPressed) return opener
  return (
    <Suspense fallback={opener}>
      <MoreFiltersPopover {...props} target={button} />
    </Suspense>
  )
}

const resultOptions = [
  { value: '', label: 'All statuses' },
  { value: 'SUCCEEDED', label: 'Succeeded' },
  { value: 'FAILED,HTTP_ERROR', label: 'Failed or HTTP error' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'HTTP_ERROR', label: 'HTTP error' },
]

const statusOptions: Record<Owner['kind'], { value: string; label: string }[]> = {
  task: [
    ...resultOptions,
    { value: 'INCONCLUSIVE', label: 'Inconclusive' },
    { value: 'WAITING', label: 'Waiting for completion' },
  ],
  receiver: resultOptions,
}

/** Receivers keep bodies as they came. */
const notSearched: Record<Owner['kind'], string | null> = {
  task: null,
  receiver: 'Compressed bodies are not searched.',
}
