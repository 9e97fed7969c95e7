import type { ConditionSource } from '@knockwire/domain/conditions/condition'
import {
  comparisons,
  hidesRightValue,
  isNumeric,
  matchesNull,
} from '@knockwire/domain/conditions/comparing/comparisons'
import {
  comparisonLabelOf,
  comparisonsFor,
  sourcesOf,
  usesPreviousValue,
} from '@knockwire/domain/conditions/condition-rules'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import type { FieldErrors } from '@knockwire/domain/errors'
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { optionOf } from '../../lib/format/options.ts'
import { sourceChange, type ConditionRow } from './condition-form.ts'
import classes from './condition.module.css'

interface ConditionRowFieldsProps {
  row: ConditionRow
  /** By which its errors are named. */
  index: number
  isOnly: boolean
  /** Not compared with the one before. */
  isAlone: boolean
  errors: FieldErrors
  onChange: (change: Partial<ConditionRow>) => void
  onRemove: () => void
}

const sourceOptions = (options: readonly ConditionSource[]) =>
  options.map((source) => ({ value: source, label: sources[source].label }))

/** One comparison. */
export function ConditionRowFields({
  row,
  index,
  isOnly,
  isAlone,
  errors,
  onChange,
  onRemove,
}: ConditionRowFieldsProps) {
  const { property, event } = sources[row.source]
  const options = sourcesOf(event)
  const name = isOnly ? 'Condition' : `Condition ${index + 1}`
  return (
    <div role="group" aria-label={name} className={classes.row} data-row>
      <div className={classes.fields}>
        <NativeSelect
          label="Source"
          name="source"
          data={sourceOptions(options)}
          data-autofocus={index === 0 || undefined}
          value={row.source}
          onChange={({ currentTarget }) => onChange(sourceChange(optionOf(options, currentTarget.value)))}
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
          description={missingValueHint(row)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={comparisonOptions(row.source, isAlone)}
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

/** What the comparison makes of an execution or a request without the value, which few expect. */
const missingValueHint = (row: ConditionRow): string | null =>
  sources[row.source].event === 'request' ? missingInRequestHint(row) : missingInResponseHint(row)

const missingInRequestHint = ({ source, comparison }: ConditionRow): string | null => {
  if (comparison === 'has_changed')
    return 'Compares with the previous request; the first one after saving is only recorded.'
  const isMetWithout = comparison !== 'is_null' && matchesNull(comparison) && sources[source].mayBeAbsent
  return isMetWithout ? 'Also met when a request lacks this value.' : null
}

const missingInResponseHint = ({ source, comparison }: ConditionRow): string | null => {
  if (comparison === 'has_changed')
    return 'A value that could not be read is not a change, for example after a timeout.'
  if (comparison === 'is_null' || !matchesNull(comparison)) return null
  return sources[source].mayBeAbsent
    ? 'Also met when a response lacks this value; not when there is no response.'
    : 'Not met when there is no response, for example after a timeout.'
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
function comparisonOptions(source: ConditionSource, isAlone: boolean) {
  const items = comparisonsFor(source).map((value) => ({
    value,
    label: comparisonLabelOf({ source, comparison: value }),
  }))
  const sensible = sources[source].sensibleComparisons.length
  return [
    { group: 'Usual', items: items.slice(0, sensible) },
    { group: 'All others', items: items.slice(sensible) },
  ].map((group) => ({
    ...group,
    items: group.items.filter(({ value }) => !isAlone || !usesPreviousValue({ comparison: value })),
  }))
}
