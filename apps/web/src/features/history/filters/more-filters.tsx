import '../../../theme/mantine-later-styles.ts'
import type { HistoryKind, OwnFilterName } from '@knockwire/domain/history/filters'
import { receivedMethods } from '@knockwire/domain/receivers/receiver-rules'
import {
  Button,
  type ButtonProps,
  NativeSelect,
  type NativeSelectProps,
  Popover,
  Stack,
  TextInput,
} from '@mantine/core'
import {
  cloneElement,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useCloseOnEscape } from '../../../components/overlays/use-close-on-escape.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import classes from './filter-bar.module.css'
import { codesOf, type HistoryFilters } from './history-address.ts'
import type { Owner } from '../../../lib/api/query-keys.ts'
import { type JumpWithin, jumpTo } from '../feed/jump.ts'

interface MoreFiltersPopoverProps {
  /** The button that was pressed. */
  target: ReactElement<ButtonProps & ComponentPropsWithRef<'button'>>
  filters: HistoryFilters
  onSet: (change: Partial<HistoryFilters>) => void
  jump: JumpWithin
  kind: Owner['kind']
}

/** In the place of the button that was pressed, which it focuses in its stead, and opens. */
export function MoreFiltersPopover({ target, filters, onSet, jump, kind }: MoreFiltersPopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])
  useCloseOnEscape(isOpen, setOpen)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      // Over the rows that it filters, never over what stands above: a page that is too low for it scrolls.
      middlewares={{ flip: false, shift: true }}
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="xs">
          <Codes value={filters.code ?? ''} onChange={(code) => onSet({ code })} />
          {ownFields[kind].map(({ name, label, options }) => (
            <NativeSelect
              key={name}
              size="xs"
              label={label}
              value={filters[name] ?? ''}
              data={options}
              onChange={({ currentTarget }) => onSet({ [name]: orNone(currentTarget.value) })}
            />
          ))}
          <NativeSelect
            size="xs"
            label="Notifications"
            value={filters.notified ?? ''}
            data={notifiedOptions}
            onChange={({ currentTarget }) => onSet({ notified: orNone(currentTarget.value) })}
          />
          <Moment label="From" value={filters.from} onChange={(from) => onSet({ from })} />
          <Moment label="To" value={filters.to} onChange={(to) => onSet({ to })} />
          <Jump
            onJump={async (at) => {
              await jumpTo(jump, at)
              setOpen(false)
            }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const orNone = (value: string): string | undefined => (value === '' ? undefined : value)

const methodOptions = [{ value: '', label: 'Any' }, ...receivedMethods]
const triggerOptions = [
  { value: '', label: 'Schedule or test' },
  { value: 'SCHEDULE', label: 'Schedule' },
  { value: 'TEST', label: 'Test' },
]
/** What only the history of one kind is filtered by: the API rejects it for the others. */
const ownFields: {
  [Kind in HistoryKind]: { name: OwnFilterName<Kind>; label: string; options: NonNullable<NativeSelectProps['data']> }[]
} = {
  task: [{ name: 'trigger', label: 'Started by', options: triggerOptions }],
  receiver: [{ name: 'method', label: 'Request method', options: methodOptions }],
}
const notifiedOptions = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Notification triggered' },
  { value: 'false', label: 'None triggered' },
]

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
      label="Status code"
      placeholder="e.g. 404, 5xx"
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

function Jump({ onJump }: { onJump: (at: string) => Promise<void> }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const jump = () => {
    const at = isoOf(typed)
    if (at === undefined) return setError('Choose a date and time.')
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
