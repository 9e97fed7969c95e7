import { draftHours } from '@knockwire/domain/drafts'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { type ReactNode, useEffect } from 'react'
import { DraftForm } from '../../../components/owners/draft-form.tsx'
import { SaveConflict } from '../../../components/owners/save-conflict.tsx'
import { useDraft } from '../../../components/owners/use-draft.ts'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { SettingsSection } from '../../../components/ui/layout/settings-section.tsx'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import { useFocusFirstError } from '../../../lib/browser/focus.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { useIsWorkLostWithPage } from '../../../lib/editing/unsaved-work.ts'
import { receiverKind } from '../receiver-queries.ts'
import { EndpointPanel } from '../settings/endpoint-panel.tsx'
import { ReceiverFields } from '../settings/receiver-fields.tsx'
import { editedReceiver } from '../settings/receiver-form.ts'
import { expectedModeOf, typedReceiverOf } from '../settings/typed-receiver.ts'

interface CreateReceiverProps {
  receiver: ReceiverView
  isDeleted: boolean
  /** It is one by now, here or elsewhere, and nothing is typed that is not saved. */
  onCreated: () => void
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver, expectationMode: Expectation['mode'] | null) => ReactNode
}

/** A receiver that is being created: its address is there, and opens with Create. */
export function CreateReceiver({ receiver, isDeleted, onCreated, renderNotifications }: CreateReceiverProps) {
  const draft = useDraft({
    owner: receiverKind,
    draft: receiver,
    isDeleted,
    form: editedReceiver,
    isAutoSaved: false,
    create: async (id, input, onSaved) => {
      onSaved(await receiverKind.save(id, input))
      return receiverKind.activate(id)
    },
    onCreated: () => {
      onCreated()
      startOver()
    },
    onRejected: (error) => {
      if (fieldErrorsIn(error) === null) snackbar.error(messageOf(error))
    },
  })
  // It was created elsewhere. A notification that is being typed goes on first.
  const isWorkLost = useIsWorkLostWithPage()
  const isCreatedElsewhere = !receiver.isDraft && draft.isAllSaved && !isWorkLost
  useEffect(() => {
    if (isCreatedElsewhere) onCreated()
  }, [isCreatedElsewhere, onCreated])
  const { settings } = draft.values
  const within = useFocusFirstError<HTMLFormElement>(draft.rejections)
  return (
    <>
      <DraftForm
        owner={receiverKind}
        draft={draft}
        within={within}
        leaving={{
          title: 'Leave this receiver?',
          message: `It isn’t live yet. The draft is kept for ${draftHours} hours; you’ll find it above your receivers.`,
        }}
        description="Give others a URL to call, and keep a record of every request."
      >
        <Columns
          beneath={renderNotifications(typedReceiverOf(settings), expectedModeOf(settings))}
          aside={
            <SettingsSection title="Response Settings" mode="create">
              <ReceiverFields startsAtName receiverId={receiver.id} fields={draft.section('settings')} />
            </SettingsSection>
          }
        >
          <EndpointPanel url={receiver.url} note="This URL is reserved for you. It goes live when you click Create." />
        </Columns>
      </DraftForm>
      <SaveConflict thing="receiver" saving={draft} />
    </>
  )
}

/** The form gives way to the receiver's page, which is read from its top. */
function startOver(): void {
  window.scrollTo({ top: 0 })
  document.querySelector('main')?.focus({ preventScroll: true })
}
