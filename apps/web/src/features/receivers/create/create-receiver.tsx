import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { CopyAsYaml } from '../../../components/definition/copy-as-yaml.tsx'
import { BackLink, PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { SettingsSection } from '../../../components/ui/layout/settings-section.tsx'
import { useFocusFirstError } from '../../../lib/browser/focus.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { useEditKeys } from '../../../lib/editing/use-edit-keys.ts'
import { deleteDraft } from '../../../lib/owners/delete-draft.ts'
import { receiverKind } from '../receiver-queries.ts'
import { EndpointPanel } from '../settings/endpoint-panel.tsx'
import { ReceiverFields } from '../settings/receiver-fields.tsx'
import { typedReceiverOf } from '../settings/typed-receiver.ts'
import { type ReceiverDraft, useCreation, useReceiverDraft } from './use-receiver-draft.ts'

import classes from '../../../components/ui/fields/creation-form.module.css'

const ConflictDialog = lazyPart(
  async () => (await import('../../../components/ui/dialogs/conflict-dialog.tsx')).ConflictDialog,
  { close: ({ onKeepEditing }) => onKeepEditing() },
)

/** Gives the draft up, and offers to take it back with what was typed last. */
function useCancel({ id }: ReceiverView, { saveBeforeLeaving, end }: ReceiverDraft) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const navigateOnPage = usePageNavigate()
  const guard = useLeaveGuard()
  return useMutation({
    // Where it cannot be saved, it comes back as it was saved last.
    mutationFn: saveBeforeLeaving,
    onSuccess: async () => {
      guard.disable()
      end()
      await navigateOnPage(paths.receivers, { replace: true })
      deleteDraft(client, receiverKind, id, () => void navigate(paths.receiver(id)))
    },
  })
}

interface CreateReceiverProps {
  receiver: ReceiverView
  onCreated: () => void
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver, expectsCalls: boolean) => ReactNode
}

/** A receiver that is being created: its address is there, and opens with Create. */
export function CreateReceiver(props: CreateReceiverProps) {
  const draft = useReceiverDraft(props.receiver)
  return (
    <LeaveGuard
      isActive={!draft.isUntouched}
      saveBeforeLeaving={draft.saveBeforeLeaving}
      title="Leave this receiver?"
      message="It isn’t live yet. The draft is kept for 24 hours; you find it above your receivers."
      stayLabel="Keep editing"
    >
      <CreateForm {...props} draft={draft} />
    </LeaveGuard>
  )
}

function CreateForm({
  receiver,
  onCreated,
  renderNotifications,
  draft,
}: CreateReceiverProps & { draft: ReceiverDraft }) {
  const { fields } = draft
  const creation = useCreation(draft, onCreated)
  const cancel = useCancel(receiver, draft)
  const submit = () => {
    if (!cancel.isPending) creation.start(draft.latest())
  }
  useEditKeys({ isEnabled: true, onSave: submit })
  const form = useFocusFirstError<HTMLFormElement>(fields.rejections)
  return (
    <>
      <PageHeader
        title="Create receiver"
        before={<BackLink to={paths.receivers} label="Receivers" />}
        description="Give others a URL to call, and keep a record of every request."
      />
      <form
        ref={form}
        aria-label="Create receiver"
        className={classes.form}
        onBlur={fields.onBlur}
        onSubmit={(event) => event.preventDefault()}
      >
        <Columns
          beneath={renderNotifications(typedReceiverOf(fields.values), fields.values.expectsCalls)}
          aside={
            <SettingsSection title="Response Settings" mode="create">
              <ReceiverFields
                receiverId={receiver.id}
                form={fields.values}
                errors={fields.errors}
                onChange={fields.change}
              />
            </SettingsSection>
          }
        >
          <EndpointPanel url={receiver.url} note="This URL is reserved for you. It goes live when you click Create." />
        </Columns>
        <div className={classes.foot}>
          <CopyAsYaml
            kind="receiver"
            id={receiver.id}
            disabled={creation.isSaving || cancel.isPending}
            check={fields.check}
            save={async () => !fields.isDirty || draft.saveBeforeLeaving()}
          />
          <Button
            variant="default"
            loading={cancel.isPending}
            disabled={creation.isSaving}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
          <Button loading={creation.isSaving} disabled={cancel.isPending} onClick={submit}>
            Create
          </Button>
        </div>
      </form>
      {creation.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            key={creation.conflict.stored.version}
            thing="receiver"
            differences={creation.conflict.differences}
            isSaving={creation.isSaving}
            onSave={creation.resolve}
            onKeepEditing={creation.postpone}
          />
        </Suspense>
      )}
    </>
  )
}
