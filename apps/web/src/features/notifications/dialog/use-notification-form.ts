import type { FieldErrors } from '@knockwire/domain/errors'
import { useState } from 'react'
import type { ConditionRow } from '../condition/condition-form.ts'
import type { FiringForm } from '../firing/firing-form.ts'
import { clearFieldErrors, type ActionForm } from '../form/action-form.ts'
import type { NotificationForm } from '../form/notification-form.ts'

interface Start {
  initial: NotificationForm
  errors: FieldErrors
  /** Whether it was typed already, before the page was left for Slack. */
  isTyped: boolean
}

/** What is typed in the dialog, and what is wrong with it. */
export function useNotificationForm(start: Start) {
  const { initial } = start
  const [form, setForm] = useState(initial)
  const [errors, setErrors] = useState(start.errors)
  return {
    form,
    errors,
    setErrors,
    isChanged: start.isTyped || JSON.stringify(form) !== JSON.stringify(initial),
    changeRows: (rows: ConditionRow[], left: FieldErrors) => {
      setForm((current) => ({ ...current, rule: current.rule && { ...current.rule, rows } }))
      setErrors(left)
    },
    changeFiring: (change: Partial<FiringForm>) => {
      setForm(({ rule, action }) => ({ action, rule: rule && { ...rule, firing: { ...rule.firing, ...change } } }))
      setErrors((current) => clearFieldErrors(current, change))
    },
    changeAction: (change: Partial<ActionForm>) => {
      setForm((current) => ({ ...current, action: withChange(current.action, change) }))
      setErrors((current) => clearFieldErrors(current, change))
    },
  }
}

export type NotificationFormState = ReturnType<typeof useNotificationForm>

/** The fields of a dialog change only what is of its own type. */
const withChange = <Form extends ActionForm>(action: Form, change: Partial<ActionForm>): Form => ({
  ...action,
  ...change,
  type: action.type,
})
