import { usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import { channels as definitions } from '@knockwire/domain/channels/registry'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Modal } from '../../../components/overlays/modal.tsx'
import { SaveConflict } from '../../../components/owners/save-conflict.tsx'
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
import { heartbeatWords } from '../rule/heartbeat-words.ts'
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
export function NotificationDialog({ owner, isDraft, onClose, ...opened }: NotificationDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { editing, groups, changes, notificationId, isDeleted, isDirty } = useNotificationForm({
    owner,
    notificationId: opened.notificationId,
    isDraft,
    opened,
    onClose,
  })
  const { values: form, errors } = editing
  // On the way to Slack the dialog's state goes along.
  useUnsavedWork(isDirty && !isLeaving, 'The notification that you are editing is not saved. It will be lost.')
  const preview = useNotificationPreview(owner, form)
  const within = useFocusFirstError<HTMLDivElement>(editing.rejections)
  const { Fields } = channels[form.action.type]

  const submit = () => {
    if (!isLeaving) editing.save()
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
      <div ref={within} onBlur={editing.onBlur}>
        {owner.kind === 'receiver' && (
          <Section title="Requests">
            <WhenFields
              kind={kindOfForm(form)}
              expectationMode={owner.expectationMode ?? null}
              onChange={changes.kind}
            />
          </Section>
        )}
        {groups.heartbeat && (
          <Section title="When to notify">
            <HeartbeatFields words={heartbeatWords(owner.expectationMode)} fields={groups.heartbeat} />
          </Section>
        )}
        {form.rule && groups.firing && (
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
                fields={groups.firing}
                isOnChange={form.rule.rows.some(usesPreviousValue)}
              />
            </Section>
          </>
        )}
        <Section title="Action">
          <div className={classes.columns}>
            <div className={classes.fields}>
              <Fields
                fields={groups.action}
                variables={kindOf(owner).variables}
                dialog={{
                  owner,
                  notificationId,
                  form,
                  isDraft,
                  // The page is left at once: by then nothing asks about the dialog any more.
                  onLeaving: (value) => flushSync(() => setLeaving(value)),
                  onError: (added) => editing.set({ errors: { ...editing.state().errors, ...added } }),
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
          onError={(error) => editing.reject(fieldErrorsIn(error) ?? {})}
        />
        <DialogFooter
          error={editing.error}
          isDeleted={isDeleted}
          errors={errors}
          isRejected={editing.rejections > 0}
          isSaving={editing.isSaving}
          isAsking={isAsking}
          onSave={submit}
          onCancel={onClose}
          onKeep={() => setAsking(false)}
        />
        <SaveConflict thing="notification" saving={editing} />
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
