import { usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import { channels as definitions } from '@knockwire/domain/channels/registry'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Modal } from '../../../components/overlays/modal.tsx'
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx'
import { fieldErrorsIn } from '../../../lib/api/api-error.ts'
import { useFocusFirstError } from '../../../lib/browser/focus.ts'
import { useUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
import type { OpenDialog } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { useNotificationPreview } from '../notification-queries.ts'
import { kindOfForm } from '../notification-form.ts'
import { kindOf, type NotificationOwner } from '../owner.ts'
import { ConditionFields } from '../../../components/condition-editor/condition-fields.tsx'
import { FiringFields } from '../rule/firing-fields.tsx'
import { HeartbeatFields } from '../rule/heartbeat-fields.tsx'
import { WhenFields } from '../rule/when-fields.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { SendTest } from './send-test.tsx'
import { PresetChoice } from '../rule/preset-choice.tsx'
import { PresetOwnerContext } from '../rule/preset-owner.ts'
import { ConditionVerdict, PreviewPanel } from './preview-panel.tsx'
import { useNotificationForm } from './use-notification-form.ts'

import classes from './dialog.module.css'

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
  const { fields, changes, save, isDeleted, isDirty } = useNotificationForm({
    owner,
    notificationId,
    isDraft,
    opened,
    onClose,
  })
  const { values: form, errors, setErrors } = fields
  // On the way to Slack the dialog's state goes along.
  useUnsavedWork(isDirty && !isLeaving, 'The notification that you are editing is not saved. It will be lost.')
  const preview = useNotificationPreview(owner, form)
  const within = useFocusFirstError<HTMLDivElement>(fields.rejections)
  const { Fields } = channels[form.action.type]

  const submit = () => {
    if (!isLeaving) save.start({ values: fields.latest(), base: opened })
  }
  // Wherever the focus is: a click beside the dialog takes it out.
  useWindowEvent('keydown', onSaveKeys(submit))
  const close = () => {
    if (isDirty && !isAsking) setAsking(true)
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
      <div ref={within} onBlur={fields.onBlur}>
        {owner.kind === 'receiver' && (
          <Section title="Requests">
            <WhenFields kind={kindOfForm(form)} expectsCalls={owner.expectsCalls === true} onChange={changes.kind} />
          </Section>
        )}
        {form.heartbeat && (
          <Section title="When to notify">
            <HeartbeatFields form={form.heartbeat} errors={errors} onChange={changes.heartbeat} />
          </Section>
        )}
        {form.rule && (
          <>
            <Section title="Condition">
              <PresetOwnerContext value={owner}>
                <ConditionFields rows={form.rule.rows} errors={errors} onChange={changes.rows} Presets={PresetChoice}>
                  <ConditionVerdict owner={owner} preview={preview} />
                </ConditionFields>
              </PresetOwnerContext>
            </Section>
            <Section title="When to notify">
              <FiringFields
                owner={owner}
                channel={form.action.type}
                form={form.rule.firing}
                isOnChange={form.rule.rows.some(usesPreviousValue)}
                errors={errors}
                onChange={changes.firing}
              />
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
                onChange={changes.action}
                dialog={{
                  owner,
                  notificationId,
                  form,
                  isDraft,
                  // The page is left at once: by then nothing asks about the dialog any more.
                  onLeaving: (value) => flushSync(() => setLeaving(value)),
                  onError: (added) => setErrors((current) => ({ ...current, ...added })),
                }}
              />
            </div>
            <PreviewPanel
              owner={owner}
              isOfHeartbeat={kindOfForm(form) === 'HEARTBEAT'}
              action={form.action}
              preview={preview}
            />
          </div>
        </Section>
        <SendTest
          owner={owner}
          notificationId={notificationId}
          form={form}
          onError={(error) => fields.reject(fieldErrorsIn(error) ?? {})}
        />
        <DialogFooter
          error={save.error}
          isDeleted={isDeleted}
          errors={errors}
          isRejected={fields.rejections > 0}
          isSaving={save.isSaving}
          isAsking={isAsking}
          onSave={submit}
          onCancel={onClose}
          onKeep={() => setAsking(false)}
        />
        {save.conflict && (
          <ConflictDialog
            key={save.conflict.stored.version}
            thing="notification"
            differences={save.conflict.differences}
            isSaving={save.isSaving}
            onSave={save.resolve}
            onKeepEditing={save.postpone}
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
