import { ActionIcon, Button, Fieldset, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef, type ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import {
  canAddRow,
  parseHeaderLines,
  rowProblems,
  withBlankRow,
  withoutRow,
  withPasted,
  withRow,
  type HeaderRow,
  type RowProblem,
  isUnnamed,
} from './header-rows.ts'
import classes from './request-editor.module.css'

interface HeaderListProps {
  rows: HeaderRow[]
  error: string | undefined
  onChange: (rows: HeaderRow[]) => void
}

const usualNames = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'User-Agent',
  'X-Api-Key',
]

/** Name and value a row; a pasted `Name: value`, or several lines of them, is split. */
export function HeaderList({ rows, error, onChange }: HeaderListProps) {
  const errorId = useId()
  const namesId = useId()
  const list = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const problems = error === undefined ? [] : rowProblems(rows)
  // Without one, the error is about the rows together.
  const isOfRows = problems.some((problem) => problem !== null)

  const add = () => {
    // The new row must stand before it can take the focus.
    flushSync(() => onChange(withBlankRow(rows)))
    list.current?.querySelector<HTMLElement>('[data-row]:last-of-type input')?.focus()
  }

  /** The pressed button goes with its row: the one of the row that comes into its place takes the focus, or Add. */
  const remove = (index: number) => {
    flushSync(() => onChange(withoutRow(rows, index)))
    const left = list.current?.querySelectorAll<HTMLElement>('[data-row] button')
    const next = left?.[Math.min(index, left.length - 1)] ?? addButton.current
    next?.focus()
  }

  return (
    <Fieldset
      legend="Headers"
      variant="unstyled"
      className={classes.fieldset ?? ''}
      aria-describedby={error === undefined || isOfRows ? undefined : errorId}
    >
      <datalist id={namesId}>
        {usualNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <div ref={list} className={classes.headers}>
        {rows.map((row, index) => (
          <HeaderRowFields
            key={index}
            row={row}
            place={index + 1}
            namesId={namesId}
            problem={problems[index] ?? null}
            isInvalid={error !== undefined && !isOfRows}
            onChange={(change) => onChange(withRow(rows, index, change))}
            onPaste={(pasted) => onChange(withPasted(rows, index, pasted))}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      {error !== undefined && !isOfRows && (
        <Input.Error id={errorId} mb={8}>
          {error}
        </Input.Error>
      )}
      {rows.some(isUnnamed) && (
        <Input.Description role="status" mb={8}>
          A header without a name is not saved.
        </Input.Description>
      )}
      <Button
        ref={addButton}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!canAddRow(rows)}
        aria-invalid={(error !== undefined && rows.length === 0) || undefined}
        onClick={add}
      >
        Add header
      </Button>
    </Fieldset>
  )
}

interface HeaderRowFieldsProps {
  row: HeaderRow
  /** Counted from 1, for the fields' names. */
  place: number
  namesId: string
  /** Its own, which is said beneath it. */
  problem: RowProblem | null
  /** For an error about all rows. */
  isInvalid: boolean
  onChange: (change: Partial<HeaderRow>) => void
  onPaste: (rows: HeaderRow[]) => void
  onRemove: () => void
}

function HeaderRowFields(props: HeaderRowFieldsProps) {
  const { row, place, namesId, problem, isInvalid, onChange, onPaste, onRemove } = props
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = parseHeaderLines(event.clipboardData.getData('text'))
    if (pasted === null || row.name.trim() !== '') return
    event.preventDefault()
    onPaste(pasted)
  }
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }
  const errorOf = (field: RowProblem['field']) => (problem?.field === field ? problem.message : isInvalid)
  return (
    <div className={classes.header} data-row>
      <TextInput
        {...shared}
        error={errorOf('name')}
        aria-label={`Header ${place} name`}
        placeholder="Name"
        list={namesId}
        classNames={{ input: classes.mono ?? '' }}
        value={row.name}
        onPaste={paste}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        {...shared}
        error={errorOf('value')}
        aria-label={`Header ${place} value`}
        placeholder="Value"
        classNames={{ input: classes.mono ?? '' }}
        value={row.value}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      />
      <ActionIcon aria-label={`Remove header ${place}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
