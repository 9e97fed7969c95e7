import type { FieldErrors } from '@knockwire/domain/errors'
import { Modal } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { focusFirstError } from '../../../lib/focus-first-error.ts'
import { useUnsavedWork } from '../../../lib/unsaved-work.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { channels } from '../form/channels.ts'
import { toSlackDialog, type NotificationForm } from '../form/notification-form.ts'
import { variablesOf, type NotificationOwner } from '../form/owner.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { fieldErrorsOf, useSaveNotification } from '../queries.ts'
import { useLeaveForSlack } from '../slack/use-leave-for-slack.ts'
import { ActionFields } from './action-fields.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import classes from './dialog.module.css'
import { RuleSections } from './rule-sections.tsx'
import { Section } from './section.tsx'
import { useNotificationForm } from './use-notification-form.ts'

export interface NotificationDialogProps {
  owner: NotificationOwner
  /** Null: a new one. */
  notificationId: string | null
  initial: NotificationForm
  /** Back from Slack's page: the form was typed before, and this is what is at fault. */
  returned?: FieldErrors | undefined
  /** Whether the owner is being created still: then nothing is said of its notifications. */
  isDraft: boolean
  onClose: () => void
}

const noErrors: FieldErrors = {}

/** Adds or edits one notification. A click outside does not close it; closing it otherwise asks before anything is lost. */
export function NotificationDialog(props: NotificationDialogProps) {
  const { owner, notificationId, initial, returned, isDraft, onClose } = props
  const [isAsking, setAsking] = useState(false)
  const state = useNotificationForm({ initial, errors: returned ?? noErrors, isTyped: returned !== undefined })
  const { form, errors, setErrors } = state
  useUnsavedWork(state.isChanged)
  const save = useSaveNotification({ owner, isQuiet: isDraft }, notificationId)
  const saving = useOneAtATime()
  const slack = useLeaveForSlack({
    isDraft,
    isOpen: form.action.type === 'SLACK',
    onRefused: (slackChannel) => setErrors((current) => ({ ...current, slackChannel })),
  })
  const preview = usePreview(owner, form)
  const fields = useFocusOnErrors(errors, save.submittedAt)

  const submit = () => {
    if (slack.isLeaving || !saving.begin()) return
    save.mutate(form, {
      onSuccess: onClose,
      onError: (error) => {
        saving.end()
        setErrors(fieldErrorsOf(error))
      },
    })
  }
  // Wherever the focus is: a click beside the dialog takes it out.
  useWindowEvent('keydown', onSaveKeys(submit))
  const close = () => {
    if (state.isChanged && !isAsking) setAsking(true)
    else onClose()
  }

  return (
    <Modal
      opened
      size={1040}
      fullScreen={useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false}
      centered={false}
      yOffset="6vh"
      title={`${notificationId === null ? 'Add' : 'Edit'} ${channels[form.action.type].name} notification`}
      closeOnClickOutside={false}
      onClose={close}
      classNames={{ body: classes.body ?? '', header: classes.header ?? '' }}
    >
      <div ref={fields}>
        {form.rule && <RuleSections rule={form.rule} state={state} preview={preview} />}
        <Section title="Action">
          <div className={classes.columns}>
            <div className={classes.fields}>
              <ActionFields
                action={form.action}
                errors={errors}
                variables={variablesOf(owner)}
                onChange={state.changeAction}
                isLeaving={slack.isLeaving}
                onNewChannel={() => void slack.leave(toSlackDialog(owner, notificationId, form))}
              />
            </div>
            <PreviewPanel owner={owner} action={form.action} preview={preview} />
          </div>
        </Section>
        <DialogFooter
          error={save.error}
          errors={errors}
          isSaving={save.isPending}
          isAsking={isAsking}
          onSave={submit}
          onCancel={onClose}
          onKeep={() => setAsking(false)}
        />
      </div>
    </Modal>
  )
}

const onSaveKeys = (save: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  event.preventDefault()
  save()
}

/** Each time a save is refused, the keyboard goes to the first field at fault. */
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
