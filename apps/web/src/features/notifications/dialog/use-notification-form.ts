import type { FieldErrors } from '@knockwire/domain/errors'
import { useState } from 'react'
import type { ChannelForm, OpenDialog } from '../channels/channel.ts'
import { clearFieldErrors } from '../notification-form.ts'
import type { ConditionRow } from '../rule/condition-form.ts'
import type { FiringForm } from '../rule/rule-form.ts'

/** The dialog's form and its errors. What was restored counts as dirty: it was edited before. */
export function useNotificationForm({ initial, restored }: Pick<OpenDialog, 'initial' | 'restored'>) {
  const [form, setForm] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>(restored ?? {})
  return {
    form,
    errors,
    setErrors,
    isDirty: restored !== undefined || JSON.stringify(form) !== JSON.stringify(initial),
    changeRows: (rows: ConditionRow[], remaining: FieldErrors) => {
      setForm((current) => ({ ...current, rule: current.rule && { ...current.rule, rows } }))
      setErrors(remaining)
    },
    changeFiring: (change: Partial<FiringForm>) => {
      setForm(({ rule, action }) => ({ action, rule: rule && { ...rule, firing: { ...rule.firing, ...change } } }))
      setErrors((current) => clearFieldErrors(current, change))
    },
    changeAction: (change: Partial<ChannelForm>) => {
      setForm((current) => ({ ...current, action: { ...current.action, ...change } }))
      setErrors((current) => clearFieldErrors(current, change))
    },
  }
}
