import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { FieldErrors } from '@knockwire/domain/errors'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Modal } from '../../../components/overlays/modal.tsx'
import { ConflictDialog } from '../../../components/ui/conflict-dialog.tsx'
import { fieldErrorsIn } from '../../../lib/api-error.ts'
import { focusFirstError } from '../../../lib/focus.ts'
import { type Choices, merge } from '../../../lib/merge.ts'
import { useUnsavedWork } from '../../../lib/unsaved-work.ts'
import { useMutex } from '../../../lib/use-mutex.ts'
import type { ChannelForm, NotificationForm, OpenDialog } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { storedNotificationIn, useNotificationPreview, useSaveNotification } from '../notification-queries.ts'
import { kindOf, type NotificationOwner } from '../owner.ts'
import { ConditionFields } from '../rule/condition-fields.tsx'
import { FiringFields } from '../rule/firing-fields.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { SendTest } from './send-test.tsx'
import { ConditionVerdict, PreviewPanel } from './preview-panel.tsx'
import { clearFieldErrors, formOf, type StoredNotification } from '../notification-form.ts'
import { type NotificationConflict, notificationConflict, notificationMergeFields } from '../notification-merge.ts'
import type { ConditionRow } from '../rule/condition-form.ts'
import type { FiringForm } from '../rule/rule-form.ts'

import classes from './dialog.module.css'

/** What the form started from. */
type Base = Pick<OpenDialog, 'initial' | 'version'>

interface NotificationDialogProps extends OpenDialog {
  owner: NotificationOwner
  /** The owner is still being created: then changes of its notifications are not announced. */
  isDraft: boolean
  onClose: () => void
}

/** Adds or edits one notification. A click outside does not close it; closing it otherwise asks before anything is lost. */
export function NotificationDialog({ owner, notificationId, isDraft, onClose, ...opened }: NotificationDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [conflict, setConflict] = useState<NotificationConflict | null>(null)
  const state = useNotificationForm(opened)
  const { form, errors, setErrors } = state
  useUnsavedWork(state.isDirty)
  const save = useSaveNotification({ owner, isQuiet: isDraft }, notificationId)
  const mutex = useMutex()
  const preview = useNotificationPreview(owner, form)
  const fields = useFocusOnErrors(errors, save.submittedAt)
  const { Fields } = channels[form.action.type]

  const submit = () => {
    if (!isLeaving) start({ form, base: opened })
  }
  const start = (toSave: { form: NotificationForm; base: Base }) => {
    if (!mutex.tryAcquire()) return
    save.mutate(
      { form: toSave.form, version: toSave.base.version },
      {
        onSuccess: onClose,
        onError: (error) => {
          mutex.release()
          const stored = storedNotificationIn(owner, error)
          if (stored !== null) return onConflict(toSave, stored)
          setConflict(null)
          setErrors(fieldErrorsIn(error) ?? {})
        },
      },
    )
  }
  const onConflict = (rejected: { form: NotificationForm; base: Base }, stored: StoredNotification) => {
    const theirs = formOf(owner, stored)
    const found = notificationConflict({ base: rejected.base.initial, mine: rejected.form, theirs }, stored)
    if (found.differences.length > 0) setConflict(found)
    // Elsewhere nothing was saved that reads otherwise here.
    else start({ form: rejected.form, base: { initial: theirs, version: stored.version } })
  }
  const resolve = (choices: Choices) => {
    if (conflict === null) return
    const { versions, stored } = conflict
    const merged = merge(notificationMergeFields(versions.mine), versions, choices)
    state.replace(merged)
    start({ form: merged, base: { initial: versions.theirs, version: stored.version } })
  }
  // Wherever the focus is: a click beside the dialog takes it out.
  useWindowEvent('keydown', onSaveKeys(submit))
  const close = () => {
    if (state.isDirty && !isAsking) setAsking(true)
    else onClose()
  }

  return (
    <Modal
      opened
      size={1040}
      fullScreen={useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false}
      centered={false}
      yOffset="6vh"
      title={`${notificationId === null ? 'Add' : 'Edit'} ${definitions[form.action.type].label} notification`}
      closeOnClickOutside={false}
      onClose={close}
      classNames={{ body: classes.body ?? '', header: classes.header ?? '' }}
    >
      <div ref={fields}>
        {form.rule && (
          <>
            <Section title="Condition">
              <ConditionFields rows={form.rule.rows} errors={errors} onChange={state.changeRows}>
                <ConditionVerdict preview={preview} />
              </ConditionFields>
            </Section>
            <Section title="When to notify">
              <FiringFields form={form.rule.firing} error={errors['afterInARow']} onChange={state.changeFiring} />
            </Section>
          </>
        )}
        <Section title="Action">
          <div className={classes.columns}>
            <div className={classes.fields}>
              <Fields
                form={form.action}
                errors={errors}
                variables={kindOf(owner).variables}
                onChange={state.changeAction}
                dialog={{
                  owner,
                  notificationId,
                  form,
                  isDraft,
                  onLeaving: setLeaving,
                  onError: (added) => setErrors((current) => ({ ...current, ...added })),
                }}
              />
            </div>
            <PreviewPanel owner={owner} action={form.action} preview={preview} />
          </div>
        </Section>
        <SendTest
          owner={owner}
          notificationId={notificationId}
          form={form}
          onError={(error) => setErrors(fieldErrorsIn(error) ?? {})}
        />
        <DialogFooter
          error={save.error}
          errors={errors}
          isSaving={save.isPending}
          isAsking={isAsking}
          onSave={submit}
          onCancel={onClose}
          onKeep={() => setAsking(false)}
        />
        {conflict && (
          <ConflictDialog
            key={conflict.stored.version}
            thing="notification"
            differences={conflict.differences}
            isSaving={save.isPending}
            onSave={resolve}
            onKeepEditing={() => setConflict(null)}
          />
        )}
      </div>
    </Modal>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

const onSaveKeys = (save: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  event.preventDefault()
  save()
}

/** Each time a save is rejected, the first invalid field is focused. */
function useFocusOnErrors(errors: FieldErrors, submittedAt: number) {
  const fields = useRef<HTMLDivElement>(null)
  const shownFor = useRef(0)
  useEffect(() => {
    if (shownFor.current === submittedAt || Object.keys(errors).length === 0) return
    shownFor.current = submittedAt
    focusFirstError(fields.current)
  }, [errors, submittedAt])
  return fields
}

/** The dialog's form and its errors. What was restored counts as dirty: it was edited before. */
function useNotificationForm({ initial, restored }: Pick<OpenDialog, 'initial' | 'restored'>) {
  const [form, setForm] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>(restored ?? {})
  return {
    form,
    errors,
    setErrors,
    replace: setForm,
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
