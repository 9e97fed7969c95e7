import type { Comparison, ConditionSource } from '@knockwire/domain/conditions/condition'
import {
  comparisonLabels,
  comparisons,
  hidesRightValue,
  matchesNull,
  isNumeric,
} from '@knockwire/domain/conditions/comparisons'
import { comparisonsFor, conditionSources } from '@knockwire/domain/conditions/condition-rules'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import type { FieldErrors } from '@knockwire/domain/errors'
import { ActionIcon, Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../../lib/account.ts'
import {
  canAddRow,
  clearRowErrors,
  errorsWithoutRow,
  sourceChange,
  withNewRow,
  withoutRow,
  withRow,
  type ConditionRow,
} from './condition-form.ts'
import classes from './condition.module.css'
import { optionOf } from '../../../lib/options.ts'

interface ConditionFieldsProps {
  rows: ConditionRow[]
  errors: FieldErrors
  onChange: (rows: ConditionRow[], errors: FieldErrors) => void
  /** About the condition as a whole. */
  children?: ReactNode
}

/** Comparisons that must all be met. */
export function ConditionFields({ rows, errors, onChange, children }: ConditionFieldsProps) {
  const { data: account } = useAccount()
  const canCombine = account?.settings.isAdvancedConditionEnabled ?? false
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
          <span className={classes.hint}>
            All conditions must be met{canAddRow(rows) ? '.' : '; ten is the maximum.'}
          </span>
        )}
        {children}
      </div>
    </div>
  )
}

const sourcesIn = (editor: HTMLElement | null): HTMLElement[] => [
  ...(editor?.querySelectorAll<HTMLElement>('select[name="source"]') ?? []),
]

interface ConditionRowFieldsProps {
  row: ConditionRow
  /** By which its errors are named. */
  index: number
  isOnly: boolean
  errors: FieldErrors
  onChange: (change: Partial<ConditionRow>) => void
  onRemove: () => void
}

const sourceOptions = conditionSources.map((source) => ({ value: source, label: sources[source].label }))

function ConditionRowFields({ row, index, isOnly, errors, onChange, onRemove }: ConditionRowFieldsProps) {
  const { property } = sources[row.source]
  const name = isOnly ? 'Condition' : `Condition ${index + 1}`
  return (
    <div role="group" aria-label={name} className={classes.row} data-row>
      <div className={classes.fields}>
        <NativeSelect
          label="Source"
          name="source"
          data={sourceOptions}
          data-autofocus={index === 0 || undefined}
          value={row.source}
          onChange={({ currentTarget }) => onChange(sourceChange(optionOf(conditionSources, currentTarget.value)))}
        />
        {property !== null && (
          <TextInput
            {...literal}
            label={property.label}
            name={`property.${index}`}
            placeholder={`e.g. ${property.example}`}
            value={row.property}
            error={errors[`property.${index}`]}
            onChange={({ currentTarget }) => onChange({ property: currentTarget.value })}
          />
        )}
        <NativeSelect
          label="Comparison"
          description={missingValueHint(row.comparison)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={comparisonOptions(row.source)}
          value={row.comparison}
          onChange={({ currentTarget }) => onChange({ comparison: optionOf(comparisons, currentTarget.value) })}
        />
        {!hidesRightValue(row.comparison) && (
          <TextInput
            {...literal}
            label={isTimed(row) ? 'Value (ms)' : 'Value'}
            name={`rightValue.${index}`}
            inputMode={isNumeric(row.comparison) ? 'decimal' : 'text'}
            value={row.rightValue}
            error={errors[`rightValue.${index}`]}
            onChange={({ currentTarget }) => onChange({ rightValue: currentTarget.value })}
          />
        )}
      </div>
      {!isOnly && (
        <ActionIcon className={classes.remove} aria-label={`Remove condition ${index + 1}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

/** What the comparison makes of a run without the value, which few expect. */
const missingValueHint = (comparison: Comparison): string | null => {
  if (comparison === 'has_changed') return 'A missing value counts as a change, for example after a timeout.'
  return matchesNull(comparison) ? 'Also met when there is no response, for example after a timeout.' : null
}

/** Taken as written. */
const literal = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  classNames: { input: classes.literal ?? '' },
}

const isTimed = ({ source, comparison }: ConditionRow) => sources[source].unit === 'ms' && isNumeric(comparison)

/** Those that make sense for the source apart from the others. */
function comparisonOptions(source: ConditionSource) {
  const items = comparisonsFor(source).map((value) => ({ value, label: comparisonLabels[value] }))
  const sensible = sources[source].sensibleComparisons.length
  return [
    { group: 'Usual', items: items.slice(0, sensible) },
    { group: 'All others', items: items.slice(sensible) },
  ]
}
