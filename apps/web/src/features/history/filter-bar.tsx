import { Button, CloseButton, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useSearchText } from '../../lib/use-search-text.ts'
import classes from './filter-bar.module.css'
import { codesOf, type HistoryFilters, readFilters } from './history-address.ts'

interface FilterBarProps {
  filters: HistoryFilters
  onChange: (filters: HistoryFilters) => void
  onJump: (at: string) => Promise<void>
  /** Tasks have scheduled runs and tests. */
  hasTriggers: boolean
}

/** What of the history is shown: all of it is in the address. */
export function FilterBar({ filters, onChange, onJump, hasTriggers }: FilterBarProps) {
  // Added to what the address holds by now: a search that waited for the typing to stop takes back no other filter.
  const set = (change: Partial<HistoryFilters>) =>
    onChange({ ...readFilters(new URLSearchParams(window.location.search)), ...change })
  const [isOpen, setIsOpen] = useState(false)
  const more = [filters.code, filters.trigger, filters.notified, filters.from, filters.to].filter(Boolean).length
  return (
    <div className={classes.bar} role="search" aria-label="History">
      <SearchText value={filters.text ?? ''} onSearch={(text) => set({ text: text === '' ? undefined : text })} />
      <NativeSelect
        size="xs"
        aria-label="Result"
        value={filters.status ?? ''}
        data={resultOptions}
        onChange={({ currentTarget }) => set({ status: orNone(currentTarget.value) })}
      />
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        shadow="md"
        width={320}
      >
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            onClick={() => setIsOpen(!isOpen)}
            leftSection={<IconFilter size={14} aria-hidden />}
          >
            {more === 0 ? 'Filters' : `Filters · ${more}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filters">
          <Stack gap="xs">
            <Codes value={filters.code ?? ''} onChange={(code) => set({ code })} />
            {hasTriggers && (
              <NativeSelect
                size="xs"
                label="Started by"
                value={filters.trigger ?? ''}
                data={triggerOptions}
                onChange={({ currentTarget }) => set({ trigger: orNone(currentTarget.value) })}
              />
            )}
            <NativeSelect
              size="xs"
              label="Notifications"
              value={filters.notified ?? ''}
              data={notifiedOptions}
              onChange={({ currentTarget }) => set({ notified: orNone(currentTarget.value) })}
            />
            <Moment label="From" value={filters.from} onChange={(from) => set({ from })} />
            <Moment label="To" value={filters.to} onChange={(to) => set({ to })} />
            <Jump
              onJump={async (at) => {
                await onJump(at)
                setIsOpen(false)
              }}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {(more > 0 || filters.status !== undefined || filters.text !== undefined) && (
        <Button size="xs" variant="subtle" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </div>
  )
}

const orNone = (value: string): string | undefined => (value === '' ? undefined : value)

const resultOptions = [
  { value: '', label: 'All results' },
  { value: 'SUCCEEDED', label: 'Succeeded' },
  { value: 'FAILED,HTTP_ERROR', label: 'Failed or HTTP error' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'HTTP_ERROR', label: 'HTTP error' },
]
const triggerOptions = [
  { value: '', label: 'Schedule or test' },
  { value: 'SCHEDULE', label: 'Schedule' },
  { value: 'TEST', label: 'Test' },
]
const notifiedOptions = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'A notification was due' },
  { value: 'false', label: 'None was due' },
]

interface SearchTextProps {
  /** The search in the address. */
  value: string
  onSearch: (text: string) => void
}

/** Searches half a second after typing stops, or at once on Enter. */
function SearchText({ value, onSearch }: SearchTextProps) {
  const { text, type, searchNow, clear } = useSearchText(value, onSearch)
  return (
    <TextInput
      className={classes.search}
      size="xs"
      role="searchbox"
      aria-label="Search URL and body"
      placeholder="Search URL and body"
      maxLength={200}
      data-search
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') searchNow()
        if (key === 'Escape' && text !== '') clear()
      }}
    />
  )
}

/** What is typed into a field, until the value behind it changes. The field itself stays, and with it the focus. */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  return [typed, setTyped] as const
}

interface CodesProps {
  value: string
  onChange: (code: string | undefined) => void
}

function Codes({ value, onChange }: CodesProps) {
  const [typed, setTyped] = useTyped(value)
  const isWrong = typed.trim() !== '' && codesOf(typed) === null
  const apply = () => {
    if (typed === value) return
    if (typed.trim() === '') onChange(undefined)
    else if (!isWrong) onChange(codesOf(typed) ?? undefined)
  }
  return (
    <TextInput
      size="xs"
      label="HTTP code"
      placeholder="404, 5xx"
      maxLength={60}
      value={typed}
      error={isWrong ? 'Codes such as 404, or classes such as 5xx.' : null}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
      onKeyDown={onEnter(apply)}
    />
  )
}

const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  act()
}

interface MomentProps {
  label: string
  /** ISO 8601. */
  value: string | undefined
  onChange: (at: string | undefined) => void
}

/** A moment in the reader's zone; it is taken once it is whole and left, or on Enter. */
function Moment({ label, value, onChange }: MomentProps) {
  const [typed, setTyped] = useTyped(localOf(value))
  const apply = () => {
    if (typed !== localOf(value)) onChange(isoOf(typed))
  }
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      step={1}
      label={label}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
      onKeyDown={onEnter(apply)}
    />
  )
}

function Jump({ onJump }: Pick<FilterBarProps, 'onJump'>) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const jump = () => {
    const at = isoOf(typed)
    if (at === undefined) return setError('Please choose a date and time.')
    onJump(at).catch((failure: unknown) => setError(messageOf(failure)))
  }
  return (
    <div className={classes.jump}>
      <TextInput
        size="xs"
        type="datetime-local"
        step={1}
        label="Jump to"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setError(null)
        }}
        onKeyDown={onEnter(jump)}
      />
      <Button size="xs" variant="default" onClick={jump}>
        Go
      </Button>
    </div>
  )
}

/** As a field of date and time has it, in the reader's zone. */
const localOf = (iso: string | undefined): string => {
  if (iso === undefined) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** Undefined where no whole moment was typed. */
const isoOf = (local: string): string | undefined => {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
