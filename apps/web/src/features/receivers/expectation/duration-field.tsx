import '../../../theme/mantine-later-styles.ts'
import { NumberInput, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { optionOf } from '../../../lib/format/options.ts'
import classes from './expectation.module.css'

const units = { s: 1, min: 60, h: 3600, d: 86_400 } as const
type Unit = keyof typeof units
const unitNames = Object.keys(units) as Unit[]
const unitLabels: Record<Unit, string> = { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' }

const unitOf = (seconds: number | string): Unit =>
  unitNames.toReversed().find((unit) => Number(seconds) > 0 && Number(seconds) % units[unit] === 0) ?? 'min'

interface DurationFieldProps {
  label: string
  description?: ReactNode
  name: string
  /** In seconds; empty text where nothing is typed. */
  value: number | string
  error: string | undefined
  placeholder?: string
  onChange: (seconds: number | string) => void
}

const beside = (field: ReactNode) => (input: ReactNode) => (
  <div className={classes.duration}>
    {input}
    {field}
  </div>
)

/** A time span: a number, and the unit that it is typed in. */
export function DurationField({ label, description, name, value, error, placeholder, onChange }: DurationFieldProps) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(value))
  const toSeconds = (amount: number | string, in_: Unit) =>
    amount === '' ? '' : Math.round(Number(amount) * units[in_])
  const amount = value === '' ? '' : Number(value) / units[unit]
  return (
    <NumberInput
      label={label}
      description={description}
      name={name}
      min={0}
      allowNegative={false}
      {...(placeholder !== undefined && { placeholder })}
      value={amount}
      error={error}
      onChange={(typed) => onChange(toSeconds(typed, unit))}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputContainer={beside(
        <Select
          aria-label={`Unit of ${label}`}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={unitNames.map((one) => ({ value: one, label: unitLabels[one] }))}
          value={unit}
          onChange={(chosen) => {
            const next = optionOf(unitNames, chosen ?? unit)
            setUnit(next)
            onChange(toSeconds(amount, next))
          }}
        />,
      )}
    />
  )
}
