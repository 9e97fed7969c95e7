import { catchUpPolicies } from '@knockwire/domain/schedules/catch-up'
import { spelledLimitText } from '@knockwire/domain/text/duration-text'
import { type InputWrapperProps, NativeSelect } from '@mantine/core'
import { optionOf } from '../../../lib/format/options.ts'
import classes from './schedule-editor.module.css'
import type { ScheduleFieldsProps } from './schedule-form.ts'
import { catchUpAges, catchUpLabels } from './schedule-labels.ts'

const helpBelow: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

/** What is done about runs that were missed, and how late one may be. */
export function CatchUpFields({ fields }: ScheduleFieldsProps) {
  const { values: form, errors, change } = fields
  const policy = form.catchUp ?? 'ONCE'
  return (
    <div className={classes.catchUp}>
      <NativeSelect
        label="If executions are missed"
        inputWrapperOrder={helpBelow}
        description="While the server is down, or the previous execution is still running."
        data={catchUpPolicies.map((value) => ({ value, label: catchUpLabels[value] }))}
        value={policy}
        error={errors['catchUp']}
        onChange={({ currentTarget }) => change({ catchUp: optionOf(catchUpPolicies, currentTarget.value) })}
      />
      {policy !== 'SKIP' && (
        <NativeSelect
          label="Unless they are older than"
          inputWrapperOrder={helpBelow}
          description="Older ones are skipped."
          data={agesOf(form.catchUpSecond ?? null, policy === 'ALL' ? '1 day (default)' : 'Any age')}
          value={String(form.catchUpSecond ?? '')}
          error={errors['catchUpSecond']}
          onChange={({ currentTarget: { value } }) => change({ catchUpSecond: value === '' ? null : Number(value) })}
        />
      )}
    </div>
  )
}

/** What a task was given by another way than this editor stays choosable. */
const agesOf = (current: number | null, unlimited: string) => {
  const offered: number[] = [...catchUpAges]
  const seconds = current === null || offered.includes(current) ? offered : [...offered, current]
  return [
    { value: '', label: unlimited },
    ...seconds.map((second) => ({ value: String(second), label: spelledLimitText(second) })),
  ]
}
