import type { FieldErrors } from '@knockwire/domain/errors'
import type { When } from '@knockwire/domain/notifications/when'
import { notificationFieldKeyOf } from '@knockwire/domain/notifications/field-keys'
import { useState } from 'react'
import { fieldErrorsIn, isStatus } from '../../../lib/api/api-error.ts'
import { useFields } from '../../../lib/forms/use-fields.ts'
import { useVersionedSave } from '../../../lib/editing/use-versioned-save.ts'
import { errorsBySchema } from '../../../lib/forms/errors.ts'
import type { ChannelForm, NotificationForm, OpenDialog } from '../channels/channel.ts'
import { formOf, toInput, withKind } from '../notification-form.ts'
import { useTypedText } from '../../../lib/editing/use-typed-text.ts'
import { type TypedNotification, typedNotificationName } from '../typed-notification.ts'
import { notificationMergeFields } from '../notification-merge.ts'
import { storedNotificationIn, useSaveNotification } from '../notification-queries.ts'
import { kindOf, type NotificationOwner } from '../owner.ts'
import type { ConditionRow } from '../../../components/condition-editor/condition-form.ts'
import type { HeartbeatForm } from '../rule/heartbeat-form.ts'
import type { FiringForm } from '../rule/rule-form.ts'

/** What the form started from. */
type Base = Pick<OpenDialog, 'initial' | 'version'>

interface NotificationFormProps {
  owner: NotificationOwner
  /** Null: a new notification. */
  notificationId: string | null
  isDraft: boolean
  opened: Pick<OpenDialog, 'initial' | 'version' | 'restored'>
  onClose: () => void
}

/**
 * The dialog's form. What was restored counts as dirty: it was edited before. A notification that was deleted elsewhere is
 * added again when it is saved again.
 */
export function useNotificationForm({ owner, notificationId, isDraft, opened, onClose }: NotificationFormProps) {
  const { initial, restored } = opened
  const fields = useFields<NotificationForm>({
    initialValues: initial,
    ...(restored && { initialErrors: restored }),
    check: async (form) =>
      errorsBySchema(await kindOf(owner).loadSaveInput(), toInput(owner, form), notificationFieldKeyOf),
  })
  const isDirty = restored !== undefined || fields.isDirty
  useTypedText<TypedNotification>(typedNotificationName(owner), () =>
    isDirty ? { notificationId, ...opened, initial: fields.latest() } : undefined,
  )
  const [isDeleted, setDeleted] = useState(false)
  const { mutateAsync } = useSaveNotification({ owner, isQuiet: isDraft }, isDeleted ? null : notificationId)
  const save = useVersionedSave<NotificationForm, Base, unknown>({
    save: async ({ values, base }) => {
      await fields.throwIfInvalid()
      return mutateAsync({ form: { ...base.initial, ...values }, version: isDeleted ? undefined : base.version })
    },
    valuesOf: (base) => base.initial,
    storedNow: (error) => {
      const stored = storedNotificationIn(error)
      return stored && { initial: formOf(owner, stored), version: stored.version }
    },
    mergeFields: () => notificationMergeFields(fields.latest()),
    onStart: ({ values }) => fields.change(values, []),
    onSaved: onClose,
    onRejected: (error) => {
      if (notificationId !== null && isStatus(error, 404)) setDeleted(true)
      fields.reject(fieldErrorsIn(error) ?? {})
    },
  })
  const changes = {
    kind: (kind: When['kind']) => fields.change(withKind(fields.latest(), kind), []),
    heartbeat: (change: Partial<HeartbeatForm>) => {
      const { heartbeat } = fields.latest()
      fields.change({ heartbeat: heartbeat ? { ...heartbeat, ...change } : null }, Object.keys(change))
    },
    rows: (rows: ConditionRow[], remaining: FieldErrors) => {
      const { rule } = fields.latest()
      fields.change({ rule: rule && { ...rule, rows } }, [])
      fields.setErrors(remaining)
    },
    firing: (change: Partial<FiringForm>) => {
      const { rule } = fields.latest()
      fields.change({ rule: rule && { ...rule, firing: { ...rule.firing, ...change } } }, Object.keys(change))
    },
    action: (change: Partial<ChannelForm>) =>
      fields.change({ action: { ...fields.latest().action, ...change } }, Object.keys(change)),
  }
  return { fields, changes, save, isDeleted, isDirty }
}
