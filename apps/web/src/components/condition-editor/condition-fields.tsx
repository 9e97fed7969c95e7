import type { FieldErrors } from '@knockwire/domain/errors'
import { Button, Input } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, Fragment, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../lib/session/account.ts'
import {
  canAddRow,
  clearRowErrors,
  errorsWithNewRow,
  errorsWithoutRow,
  groupsOf,
  newAlternative,
  newRowIndex,
  withNewRow,
  withoutRow,
  withRow,
  type ConditionRow,
} from './condition-form.ts'
import { ConditionRowFields } from './condition-row-fields.tsx'
import classes from './condition.module.css'

/** Of what offers the rows of ordinary conditions. */
export interface PresetChoiceProps {
  rows: readonly ConditionRow[]
  /** Whether the account may have conditions of several comparisons. */
  canCombine: boolean
  /** Puts these rows in place of the others, and the focus into the field of this name, where there is one. */
  onChoose: (rows: ConditionRow[], field: string | null) => void
}

interface ConditionFieldsProps {
  rows: ConditionRow[]
  errors: FieldErrors
  onChange: (rows: ConditionRow[], errors: FieldErrors) => void
  /** Above the rows. It is the same at each render. */
  Presets?: ComponentType<PresetChoiceProps>
  /** Whether each is decided by itself: it cannot be compared with the one before. */
  isAlone?: boolean
  /** About the condition as a whole. */
  children?: ReactNode
}

/** Alternatives, and in each the comparisons that must all be met. */
export function ConditionFields({ rows, errors, onChange, Presets, isAlone = false, children }: ConditionFieldsProps) {
  const { data: account } = useAccount()
  const canCombine = account?.settings.isAdvancedConditionEnabled ?? false
  const editor = useRef<HTMLDivElement>(null)
  const tooMany = errors['tooManyConditions']
  const groups = groupsOf(rows)
  const isSeveral = groups.length > 1

  const add = (alternative: number) => {
    const index = newRowIndex(rows, alternative)
    // The new row must stand before it can take the focus.
    flushSync(() => onChange(withNewRow(rows, alternative), errorsWithNewRow(errors, index)))
    sourcesIn(editor.current)[index]?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => onChange(withoutRow(rows, index), errorsWithoutRow(errors, index)))
    sourcesIn(editor.current)[Math.max(0, index - 1)]?.focus()
  }
  const choosePreset = (preset: ConditionRow[], field: string | null) => {
    flushSync(() => onChange(preset, {}))
    const input = field === null ? null : editor.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)
    input?.focus()
    input?.select()
  }
  const addCondition = (alternative: number) => (
    <AddButton label="Add condition" isDisabled={!canAddRow(rows)} onClick={() => add(alternative)} />
  )

  return (
    <div ref={editor} className={classes.editor}>
      {Presets && <Presets rows={rows} canCombine={canCombine} onChoose={choosePreset} />}
      {groups.map((group, place) => (
        <Fragment key={group[0]?.row.alternative}>
          {place > 0 && <div className={classes.or}>or</div>}
          <div
            {...(isSeveral && { role: 'group', 'aria-label': `Alternative ${place + 1}` })}
            className={classes.alternative}
            data-boxed={isSeveral || undefined}
          >
            {group.map(({ row, index }) => (
              <ConditionRowFields
                key={row.key}
                row={row}
                index={index}
                isOnly={rows.length === 1}
                isAlone={isAlone}
                errors={errors}
                onChange={(change) => onChange(withRow(rows, index, change), clearRowErrors(errors, index, change))}
                onRemove={() => remove(index)}
              />
            ))}
            {isSeveral && canCombine && (
              <div className={classes.below}>
                {addCondition(group[0]?.row.alternative ?? 0)}
                {group.length > 1 && <span className={classes.hint}>All of these must be met.</span>}
              </div>
            )}
          </div>
        </Fragment>
      ))}
      {tooMany !== undefined && <Input.Error role="alert">{tooMany}</Input.Error>}
      <div className={classes.below}>
        {canCombine && !isSeveral && addCondition(rows[0]?.alternative ?? 0)}
        {canCombine && (
          <AddButton label="Add alternative" isDisabled={!canAddRow(rows)} onClick={() => add(newAlternative(rows))} />
        )}
        {rows.length > 1 && (
          <span className={classes.hint}>
            {isSeveral ? 'Any of the alternatives is enough' : 'All conditions must be met'}
            {canAddRow(rows) ? '.' : '; ten is the maximum.'}
          </span>
        )}
        {children}
      </div>
    </div>
  )
}

const AddButton = ({ label, isDisabled, onClick }: { label: string; isDisabled: boolean; onClick: () => void }) => (
  <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={isDisabled} onClick={onClick}>
    {label}
  </Button>
)

const sourcesIn = (editor: HTMLElement | null): HTMLElement[] => [
  ...(editor?.querySelectorAll<HTMLElement>('select[name="source"]') ?? []),
]
