import type { FieldErrors } from '@knockwire/domain/errors'
import type { When } from '@knockwire/domain/notifications/when'
import { notificationFieldKeyOf } from '@knockwire/domain/notifications/field-keys'
import { useRef, useState } from 'react'
import { fieldErrorsIn, isStatus } from '../../../lib/api/api-error.ts'
import { type FormEditing, useEditing } from '../../../lib/editing/use-editing.ts'
import { errorsBySchema } from '../../../lib/forms/errors.ts'
import type { NotificationForm, OpenDialog } from '../channels/channel.ts'
import { formOf, type KeptKinds, type StoredNotification, toInput, withKind } from '../notification-form.ts'
import { notificationName } from '../../../lib/editing/typed-text.ts'
import { useTypedText } from '../../../lib/editing/use-typed-text.ts'
import type { TypedNotification } from '../typed-notification.ts'
import { notificationMergeFields } from '../notification-merge.ts'
import { storedNotificationIn, useSaveNotification } from '../notification-queries.ts'
import { kindOf, type NotificationOwner } from '../owner.ts'
import type { ConditionRow } from '../../../components/condition-editor/condition-form.ts'
import type { HeartbeatForm } from '../rule/heartbeat-form.ts'
import { type CorrectErrors, type FieldGroup, fieldGroup } from '../../../lib/forms/field-group.ts'
import { isSame } from '../../../lib/forms/use-form-values.ts'
import type { FiringForm, RuleForm } from '../rule/rule-form.ts'

/** What the form started from. */
type Base = Pick<OpenDialog, 'initial' | 'version' | 'restored'>

interface NotificationFormProps {
  owner: NotificationOwner
  /** Null: a new notification. */
  notificationId: string | null
  isDraft: boolean
  opened: Base
  onClose: () => void
}

/**
 * The dialog's form. What was restored counts as dirty: it was edited before. A notification that was deleted elsewhere is
 * added again when it is saved again. Once it is saved the dialog closes, unless something was typed meanwhile.
 */
export function useNotificationForm({ owner, isDraft, opened, onClose, ...props }: NotificationFormProps) {
  const { initial, restored } = opened
  const [notificationId, setNotificationId] = useState(props.notificationId)
  const [isDeleted, setDeleted] = useState(false)
  const { mutateAsync } = useSaveNotification({ owner, isQuiet: isDraft }, isDeleted ? null : notificationId)
  const baseOf = (stored: StoredNotification): Base => ({ initial: formOf(owner, stored), version: stored.version })
  const editing: FormEditing<NotificationForm, Base> = useEditing<NotificationForm, Base, StoredNotification>({
    start: { values: initial, base: opened, ...(restored && { errors: restored }) },
    check: async (form) =>
      errorsBySchema(
        await kindOf(owner).loadSaveInput(),
        toInput(owner, { ...initial, ...form }),
        notificationFieldKeyOf,
      ),
    valuesOf: (base) => base.initial,
    mergeFields: () => notificationMergeFields({ ...initial, ...editing.state().values }, owner.expectationMode),
    save: ({ values, base }) =>
      mutateAsync({ form: { ...base.initial, ...values }, version: isDeleted ? undefined : base.version }),
    storedNow: (error) => {
      const stored = storedNotificationIn(error)
      return stored && baseOf(stored)
    },
    onSaved: (saved, attempt) => {
      if (isSame(editing.state().values, attempt.values)) return onClose()
      setNotificationId(saved.id)
      setDeleted(false)
      editing.set({ base: baseOf(saved) })
      return true
    },
    onRejected: (error) => {
      if (notificationId !== null && isStatus(error, 404)) setDeleted(true)
      editing.reject(fieldErrorsIn(error) ?? {})
    },
  })
  const isDirty = editing.base.restored !== undefined || !isSame(editing.values, editing.base.initial)
  useTypedText<TypedNotification>(
    notificationName(owner.id),
    () =>
      isDirty ? { notificationId, ...editing.base, initial: editing.state().values as NotificationForm } : undefined,
    () => editing.base.initial,
  )
  const kept = useRef<KeptKinds>({ rule: null })
  const changeRule = (changed: (rule: RuleForm) => RuleForm, correct?: CorrectErrors) => {
    const { rule: now } = editing.state().values
    editing.change({ rule: now ? changed(now) : null }, correct)
  }
  const { rule, heartbeat } = editing.values
  const groups = {
    action: editing.section('action'),
    heartbeat: heartbeat ? (editing.section('heartbeat') as FieldGroup<HeartbeatForm>) : null,
    firing:
      rule &&
      fieldGroup<FiringForm>({
        values: rule.firing,
        errors: editing.errors,
        apply: (change, correct) => changeRule((now) => ({ ...now, firing: { ...now.firing, ...change } }), correct),
      }),
  }
  const changes = {
    kind: (kind: When['kind']) => {
      const { rule: ruleNow, heartbeat: heartbeatNow } = editing.values
      kept.current = { rule: ruleNow ?? kept.current.rule, heartbeat: heartbeatNow ?? kept.current.heartbeat ?? null }
      editing.change(withKind(editing.values, kind, kept.current))
    },
    rows: (rows: ConditionRow[], remaining: FieldErrors) =>
      changeRule(
        (now) => ({ ...now, rows }),
        () => remaining,
      ),
  }
  return { editing, groups, changes, notificationId, isDeleted, isDirty }
}
