import type { FieldErrors } from '@knockwire/domain/errors'
import { Button, Input } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { clearRowErrors, errorsWithoutRow } from './condition-errors.ts'
import { canAddRow, withNewRow, withoutRow, withRow, type ConditionRow } from './condition-form.ts'
import { ConditionRowFields } from './condition-row-fields.tsx'
import classes from './condition.module.css'

interface ConditionEditorProps {
  rows: ConditionRow[]
  errors: FieldErrors
  /** Whether the account may combine several conditions. */
  canCombine: boolean
  onChange: (rows: ConditionRow[], errors: FieldErrors) => void
  /** What is said of the condition as a whole. */
  children?: ReactNode
}

/** Comparisons that must all hold. */
export function ConditionEditor({ rows, errors, canCombine, onChange, children }: ConditionEditorProps) {
  const editor = useRef<HTMLDivElement>(null)
  const tooMany = errors['tooManyConditions']

  const add = () => {
    // The new row must stand before it can take the focus.
    flushSync(() => onChange(withNewRow(rows), errors))
    sourcesIn(editor.current).at(-1)?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => onChange(withoutRow(rows, index), errorsWithoutRow(errors, index)))
    sourcesIn(editor.current)[Math.max(0, index - 1)]?.focus()
  }

  return (
    <div ref={editor} className={classes.editor}>
      {rows.map((row, index) => (
        <ConditionRowFields
          key={row.key}
          row={row}
          index={index}
          isOnly={rows.length === 1}
          errors={errors}
          onChange={(change) => onChange(withRow(rows, index, change), clearRowErrors(errors, index, change))}
          onRemove={() => remove(index)}
        />
      ))}
      {tooMany !== undefined && <Input.Error role="alert">{tooMany}</Input.Error>}
      <div className={classes.below}>
        {canCombine && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!canAddRow(rows)}
            onClick={add}
          >
            Add condition
          </Button>
        )}
        {rows.length > 1 && (
          <span className={classes.hint}>All of them must hold{canAddRow(rows) ? '.' : '; ten is the most.'}</span>
        )}
        {children}
      </div>
    </div>
  )
}

const sourcesIn = (editor: HTMLElement | null): HTMLElement[] => [
  ...(editor?.querySelectorAll<HTMLElement>('select[name="source"]') ?? []),
]
